"""A file on a server, read in the pieces that are needed."""

from __future__ import annotations

import bisect
import io
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from drift_audit.auditor.errors import IndexUnreachableError

if TYPE_CHECKING:
    import httpx2

    from .acquisition import Progress
    from .session import Session

_TAIL = 1 << 20
"""Bytes of the end that come first: whole small wheels, most tables of contents."""
_AHEAD = 1 << 16
_PARTIAL = 206
_NO_PART = frozenset({200, 416, 501})
MAX_REQUESTS = 40
MAX_BYTES = 20 << 20
_GAPS = (200_000, 400_000, 1_000_000, 4_000_000)
_SMALL_GAP = 20_000


class NoRanges(Exception):  # noqa: N818 - an answer, not an error
    """The server gives whole files only."""


class RemoteFile(io.RawIOBase):
    """A seekable file whose pieces are fetched when they are read, or ahead by `fetch`.

    `requests` and `received` count what it took.
    """

    def __init__(self, session: Session, url: str) -> None:
        """Fetch the end of the file. Raises NoRanges, or IndexUnreachableError."""
        super().__init__()
        self._session = session
        self._url = url
        self._at = 0
        self._starts: list[int] = []
        self._pieces: list[bytes] = []
        self.requests = 0
        self.received = 0
        self.size = self._open()

    def fetch(
        self, extents: Iterable[tuple[int, int]], progress: Progress | None, label: str
    ) -> None:
        """Fetch those of these extents (from, to) that are not there yet, near ones together."""
        missing = [(a, b) for a, b in extents if len(self._held(a)) < b - a]
        runs = joined(missing)
        if progress and runs:
            progress.start(sum(end - start for start, end in runs), label)
        try:
            for start, end in runs:
                self._request(start, end, progress)
        finally:
            if progress and runs:
                progress.finish()

    def seekable(self) -> bool:
        """It is."""
        return True

    def readable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """Where the next read begins."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move; nothing is fetched."""
        self._at = max(0, offset + {io.SEEK_CUR: self._at, io.SEEK_END: self.size}.get(whence, 0))
        return self._at

    def readinto(self, buffer: object) -> int:
        """Fill the buffer, fetching what is not there yet."""
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        length = min(len(view), self.size - self._at)
        if length <= 0:
            return 0
        piece = self._held(self._at)
        if not piece:
            self._request(self._at, min(self.size, self._at + max(length, _AHEAD)), None)
            piece = self._held(self._at)
        length = min(length, len(piece))
        view[:length] = piece[:length]
        self._at += length
        return length

    def _held(self, at: int) -> memoryview:
        """What is there from a position on; empty when nothing is."""
        index = bisect.bisect_right(self._starts, at) - 1
        if index < 0:
            return memoryview(b"")
        return memoryview(self._pieces[index])[at - self._starts[index] :]

    def _keep(self, start: int, data: bytes) -> None:
        index = bisect.bisect_left(self._starts, start)
        if index < len(self._starts) and self._starts[index] == start:
            if len(data) > len(self._pieces[index]):
                self._pieces[index] = data
            return
        self._starts.insert(index, start)
        self._pieces.insert(index, data)

    def _open(self) -> int:
        """Ask for the end; a server that knows ranges but not from the end is asked again."""
        size = self._ask(f"bytes=-{_TAIL}", None)
        if size is None:
            size = self._ask("bytes=0-0", None)
        if size is None:
            raise NoRanges
        if not self._held(size - 1):
            self._request(max(0, size - _TAIL), size, None)
        return size

    def _request(self, start: int, end: int, progress: Progress | None) -> None:
        """Fetch a part; one that breaks off is asked for once more."""
        wanted = f"bytes={start}-{end - 1}"
        try:
            size = self._ask(wanted, progress)
        except IndexUnreachableError:
            size = self._ask(wanted, None)
        if size is None:
            raise NoRanges

    def _ask(self, wanted: str, progress: Progress | None) -> int | None:
        """Fetch a range and keep it: the whole file's size, or None where none is given."""
        self.requests += 1
        with self._session.get_stream(self._url, headers={"Range": wanted}) as response:
            place = _place(response, wanted)
            if place is None:
                return None
            start, end, size = place
            data = bytearray()
            for block in response.iter_bytes():
                data += block
                if progress:
                    progress.advance(len(block))
        if len(data) != end - start:
            raise IndexUnreachableError(f"a part of {self._url} came cut short", "Run again.")
        self.received += len(data)
        self._keep(start, bytes(data))
        return size


def _place(response: httpx2.Response, wanted: str) -> tuple[int, int, int] | None:
    """Start, end and whole size of the part that an answer holds; None when it is no such part."""
    status = response.status_code
    if status in _NO_PART:
        return None
    if status != _PARTIAL:
        raise IndexUnreachableError(
            f"{response.url} cannot be fetched: status {status}", "Look at `pip config list`."
        )
    found = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", response.headers.get("content-range", ""))
    if not found or response.headers.get("content-encoding", "identity") != "identity":
        return None
    first, last, size = map(int, found.groups())
    asked = wanted.removeprefix("bytes=").partition("-")[0]
    return (first, last + 1, size) if not asked or int(asked) == first else None


def joined(extents: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join near extents, so that neither requests nor bytes exceed their bounds, if that can be.

    Small gaps cost bytes, many pieces cost requests: the first gap wins that keeps both bounds;
    where none does, requests count, since a server minds those more.
    """
    ordered = sorted(extents)
    plans = [_join(ordered, gap) for gap in (*_GAPS, _SMALL_GAP)]
    for plan in plans:
        if len(plan) <= MAX_REQUESTS and sum(b - a for a, b in plan) <= MAX_BYTES:
            return plan
    return min(plans, key=lambda plan: (len(plan) > MAX_REQUESTS, sum(b - a for a, b in plan)))


def _join(ordered: list[tuple[int, int]], gap: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for start, end in ordered:
        if runs and start - runs[-1][1] <= gap:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs
