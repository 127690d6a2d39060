"""Requests to a package index: credentials, certificates, retries, and errors in words."""

from __future__ import annotations

import logging
import os
import re
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self, cast

import httpx2
from unearth import Link
from unearth.auth import MultiDomainBasicAuth
from unearth.collector import is_secure_origin
from unearth.fetchers import Fetcher, PyPIClient

from drift_audit.auditor.errors import ConfigurationError, IndexUnreachableError

from .settings import IndexSettings

# What unearth passes over is told by us where it matters; it must not reach the terminal.
logging.getLogger("unearth").addHandler(logging.NullHandler())

_ATTEMPTS = 3
_CONNECT_SECONDS = 10.0
_PAUSE_SECONDS = 0.25
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_PROXIES = ("PIP_PROXY", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy")
_SHUT = frozenset({401, 407})


class NotModified(Exception):  # noqa: N818 - an answer, not an error
    """The page is still the one whose tag was sent."""


class Session:
    """A client for one search; also what `unearth` fetches its pages with.

    `tag` is sent as If-None-Match with the next page; `page_headers` are those of the page that
    came last; `shut` are the answers that ask for other credentials.
    """

    def __init__(
        self,
        settings: IndexSettings,
        index_urls: Iterable[str],
        *,
        shut: frozenset[int] = _SHUT,
    ) -> None:
        self._attempts = max(1, min(_ATTEMPTS, settings.retries + 1))
        self._client = _client(settings)
        self._client.auth = MultiDomainBasicAuth(prompting=False, index_urls=index_urls)
        self._shut = shut
        self.tag = ""
        self.page_headers: Mapping[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, url: str, *, headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """A page. Raises NotModified, or IndexUnreachableError when no answer is to be had."""
        sent = dict(headers or {})
        if self.tag:
            sent["If-None-Match"] = self.tag
        response = self._retried(url, lambda: self._client.get(url, headers=sent))
        self.page_headers = response.headers
        if response.status_code == httpx2.codes.NOT_MODIFIED:
            raise NotModified
        return response

    def head(self, url: str, *, headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """A page's headers."""
        return self._retried(url, lambda: self._client.head(url, headers=headers))

    @contextmanager
    def get_stream(
        self, url: str, *, headers: Mapping[str, str] | None = None
    ) -> Iterator[httpx2.Response]:
        """A file whose body has not been read yet."""
        sent = {"Accept-Encoding": "identity", **(headers or {})}

        def send() -> httpx2.Response:
            request = self._client.build_request("GET", url, headers=sent)
            return self._client.send(request, stream=True)

        response = self._retried(url, send)
        try:
            yield response
        except httpx2.RequestError as error:
            raise _unreachable(url, _words(error)) from error
        finally:
            response.close()

    def iter_secure_origins(self) -> Iterable[tuple[str, str, str]]:
        """Where plain connections are allowed, in the form that `unearth` asks for."""
        return self._client.iter_secure_origins()

    def fetcher(self) -> Fetcher:
        """This client in the type that `unearth` asks for; it takes a URL object for its text."""
        return cast("Fetcher", self)

    def refuse_insecure(self, url: str) -> None:
        """Raises IndexUnreachableError for a plain connection that the settings do not allow."""
        if "://" in url and not is_secure_origin(self.fetcher(), Link(url)):
            raise IndexUnreachableError(
                f"{shown(url)} is a plain connection", "Use https, or name it a trusted host."
            )

    def _retried(self, url: str, send: Callable[[], httpx2.Response]) -> httpx2.Response:
        reason = ""
        for attempt in range(self._attempts):
            if attempt:
                time.sleep(_PAUSE_SECONDS * 2**attempt)
            try:
                response = send()
            except (httpx2.RequestError, httpx2.InvalidURL) as error:
                reason = _words(error)
                if not isinstance(error, httpx2.TransportError) or "CERTIFICATE" in reason:
                    break
                continue
            if response.status_code in self._shut:
                response.close()
                raise IndexUnreachableError(
                    f"{shown(url)} asks for other credentials",
                    "Give them in the index URL, in a netrc file or in the keyring.",
                )
            if response.status_code not in _PASSING:
                return response
            reason = f"status {response.status_code}"
            response.close()
        raise _unreachable(url, reason)


def _client(settings: IndexSettings) -> PyPIClient:
    try:
        return PyPIClient(
            trusted_hosts=settings.trusted_hosts,
            verify=_context(settings),
            timeout=httpx2.Timeout(
                settings.timeout, connect=min(settings.timeout, _CONNECT_SECONDS)
            ),
            follow_redirects=True,
            proxy=settings.proxy,
        )
    except (ValueError, ImportError, httpx2.InvalidURL) as error:
        proxy = f"the proxy {shown(settings.proxy)}" if settings.proxy else "a proxy"
        reason = f": {error}" if isinstance(error, ImportError) else ""
        raise ConfigurationError(
            f"{proxy} that is set cannot be used{reason}",
            "Write it as http://HOST:PORT in PIP_PROXY, HTTPS_PROXY or pip.conf.",
        ) from error


def shown(url: str) -> str:
    """The URL without its credentials, query and fragment."""
    scheme, mark, rest = re.split("[?#]", url, maxsplit=1)[0].partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}" if mark else scheme


def _words(error: Exception) -> str:
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__


def _unreachable(url: str, reason: str) -> IndexUnreachableError:
    proxy = ", at the proxy that is set" if any(map(os.environ.get, _PROXIES)) else ""
    advice = f"Look at the network{proxy} and at `pip config list`, or scan with --offline."
    if "CERTIFICATE" in reason:
        advice = "Name your certificates as pip knows them (PIP_CERT, or `cert` in pip.conf)."
    return IndexUnreachableError(f"{shown(url)} does not answer: {reason}", advice)


def _context(settings: IndexSettings) -> ssl.SSLContext | bool:
    place, client = settings.certificates, settings.client_certificate
    if not place and not client:
        return True
    is_folder = place is not None and Path(place).is_dir()
    try:
        context = ssl.create_default_context(
            cafile=None if is_folder else place, capath=place if is_folder else None
        )
        if client:
            context.load_cert_chain(client)
    except OSError as error:
        raise ConfigurationError(
            f"pip's certificates cannot be read: {error}", "Look at `pip config list`."
        ) from error
    return context
