"""A model's config.json: from a folder, a file, or the Hugging Face hub by the model's id.

What huggingface_hub keeps on this disk is read as it lies there; only what it lacks is asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from drift_audit.auditor.errors import (
    DriftAuditError,
    IndexUnreachableError,
    ModelError,
    OfflineError,
    UsageError,
)
from drift_audit.auditor.models import Model, model_of

from .acquisition import Acquisition
from .cache import key_of

if TYPE_CHECKING:
    import httpx2

_FILE = "config.json"
_ENDPOINT = "https://huggingface.co"
_PART = r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9_])?"
_ID = re.compile(rf"(?P<id>{_PART}(?:/{_PART})?)(?:@(?P<revision>[\w./-]+))?")
_YES = frozenset({"1", "on", "true", "yes"})
_MOST_BYTES = 8_000_000
_SHUT = (401, 403)


def find_model(
    named: str, acquisition: Acquisition, environ: Mapping[str, str] = os.environ
) -> Model:
    """The model in a folder or a file, or the one of an id, with `@REVISION` where one is meant.

    Raises:
        ModelError: there is none, or its config.json cannot be read.
        OfflineError, IndexUnreachableError: it would have to be fetched.
        UsageError: it can be no path and no id.
    """
    path = Path(named).expanduser()
    if os.path.exists(path):  # noqa: PTH110 - never raises
        return _at(path)
    match = _ID.fullmatch(named)
    if _is_path(named):
        raise ModelError(f"there is no {named}", "Name a folder that holds a config.json.")
    if match is None:
        raise UsageError(
            f"{named!r} is no folder and no id of a model", "Write ORG/NAME, or a folder."
        )
    model_id, revision = match["id"], match["revision"] or "main"
    kept = kept_file(model_id, revision, environ)
    if kept is not None:
        return model_of(_read(kept), name=named, source=f"Hugging Face cache: {named}")
    return _from_hub(named, model_id, revision, acquisition, environ)


def _is_path(named: str) -> bool:
    deep = named.count("/") > 1 and "@" not in named
    return deep or named.startswith((".", "/", "~", os.sep)) or named.endswith(("/", ".json"))


def _at(path: Path) -> Model:
    file = path / _FILE if path.is_dir() else path
    if not file.is_file():
        advice = "Name a folder that a model was saved to."
        if (path / "params.json").is_file():
            advice = "It is in Mistral's own format; name one that holds transformers' config.json."
        raise ModelError(f"{path} holds no {_FILE}", advice)
    folder = Path(os.path.realpath(file.parent if file.name == _FILE else file))
    return model_of(_read(file), name=folder.name, source=str(file))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ModelError(
            f"{file} cannot be read: {error.strerror}", "Look at its permissions."
        ) from error


def kept_file(model_id: str, revision: str, environ: Mapping[str, str]) -> Path | None:
    """The config.json that huggingface_hub keeps of a model, None for none."""
    home = hub_folder(environ) / f"models--{model_id.replace('/', '--')}"
    for commit in _commits(home, revision):
        file = home / "snapshots" / commit / _FILE
        if os.path.isfile(file):  # noqa: PTH113 - never raises
            return file
    return None


def _commits(home: Path, revision: str) -> Iterator[str]:
    try:
        yield (home / "refs" / revision).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        yield revision


def hub_folder(environ: Mapping[str, str]) -> Path:
    """Where huggingface_hub keeps models, by its own variables."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if environ.get(name):
            return Path(environ[name]).expanduser()
    if environ.get("HF_HOME"):
        return Path(environ["HF_HOME"]).expanduser() / "hub"
    above = environ.get("XDG_CACHE_HOME") or Path(environ.get("HOME") or "~") / ".cache"
    return Path(above).expanduser() / "huggingface" / "hub"


def _from_hub(
    named: str,
    model_id: str,
    revision: str,
    acquisition: Acquisition,
    environ: Mapping[str, str],
) -> Model:
    """What an earlier run kept, else one small download."""
    endpoint = (environ.get("HF_ENDPOINT") or _ENDPOINT).rstrip("/")
    url = f"{endpoint}/{quote(model_id)}/resolve/{quote(revision, safe='')}/{_FILE}"
    key = key_of("model", url)
    data = acquisition.cache.read("models", key)
    if data is not None:
        return model_of(bytes(data), name=named, source=f"cache: {_FILE} of {named}")
    offline = environ.get("HF_HUB_OFFLINE", "").lower() in _YES
    if acquisition.offline or offline:
        raise OfflineError(
            f"neither cache has the {_FILE} of {named}",
            "Name a folder that holds it, or run once "
            + ("without HF_HUB_OFFLINE." if offline else "without --offline."),
        )
    fetched = _fetch(url, named, endpoint, acquisition, environ.get("HF_TOKEN", "").strip())
    model = model_of(fetched, name=named, source=f"{endpoint.partition('://')[2]}: {named}")
    acquisition.cache.write("models", key, fetched)
    return model


def _fetch(url: str, named: str, endpoint: str, acquisition: Acquisition, token: str) -> bytes:
    from .session import Session
    from .settings import read_settings

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    settings = read_settings(acquisition.environment.prefix)
    try:
        with Session(settings, (), shut=frozenset({407})) as session:
            response = session.get(url, headers=headers)
    except IndexUnreachableError as error:
        raise IndexUnreachableError(
            error.message, "Look at the network and at HF_ENDPOINT, or name a folder."
        ) from error
    if response.status_code != 200:  # noqa: PLR2004 - all is well
        raise _refusal(response, named, endpoint, bool(token))
    if len(response.content) > _MOST_BYTES:
        raise ModelError(f"the {_FILE} of {named} is unreasonably long", "Name a folder instead.")
    return response.content


def _refusal(
    response: httpx2.Response,
    named: str,
    endpoint: str,
    has_token: bool,  # noqa: FBT001
) -> DriftAuditError:
    told = response.headers.get("x-error-code", "")
    status = response.status_code
    if told in ("EntryNotFound", "RevisionNotFound"):
        what = _FILE if told == "EntryNotFound" else "such revision"
        return ModelError(f"{named} at {endpoint} has no {what}", "Name a folder, or another id.")
    if status == 404 or told == "RepoNotFound":  # noqa: PLR2004 - not found
        return ModelError(
            f"{endpoint} knows no model {named}",
            "Look at the id; a private model needs HF_TOKEN.",
        )
    if status in _SHUT:
        advice = "Ask for access on its page" if has_token else "Set HF_TOKEN"
        return ModelError(
            f"{named} at {endpoint} is private, gated or not there", f"{advice}, or name a folder."
        )
    return IndexUnreachableError(
        f"{endpoint} answers with status {status}", "Try again later, or name a folder."
    )
