"""One line on a terminal that tells how far long work has come; nothing where no person watches."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    import threading

_PATIENCE = 0.4
"""Seconds that work takes before it is worth a line."""
_PACE = 0.1
_WIDTH = 24
_FALLBACK_COLUMNS = 80
_MEGA = 1_000_000


class Bar:
    """The line: drawn anew as work goes on, wiped at its end.

    It shows a fetch (`start`, `advance`, `finish`, as acquisition asks for it) and a walk
    (`watch`), one after the other.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._label = ""
        self._total = 0
        self._done = 0
        self._began = self._drawn = time.monotonic()
        self._shown = 0
        self._pending: threading.Timer | None = None

    def start(self, total_bytes: int, label: str) -> None:
        """Begin a fetch; 0 bytes where the length is unknown."""
        self._label, self._total, self._done = f"fetching {label}", total_bytes, 0
        self._draw(self._megabytes())

    def advance(self, count: int) -> None:
        """So many bytes more have come."""
        self._done += count
        if self._is_time(patience=0.0):
            self._draw(self._megabytes())

    def watch(self, label: str, done: int, known: int) -> None:
        """So many steps of those known are done; with none known, one long step begins."""
        self._forget()
        if label != self._label:
            self._label = label
            self._drawn = 0.0
        self._done, self._total = done, known
        if not known:
            self._draw_later()
        elif self._is_time(patience=_PATIENCE):
            self._draw(f"{done:,} of {known:,}")

    def _draw_later(self) -> None:
        """Draw when the step turns out to be long: nothing else will be heard of it meanwhile."""
        import threading

        self._pending = threading.Timer(_PATIENCE, self._draw, ("",))
        self._pending.daemon = True
        self._pending.start()

    def _forget(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending.join()
            self._pending = None

    def finish(self) -> None:
        """Wipe the line."""
        self._forget()
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def _is_time(self, *, patience: float) -> bool:
        now = time.monotonic()
        return now - self._drawn >= _PACE and now - self._began >= patience

    def _megabytes(self) -> str:
        done = f"{self._done / _MEGA:.1f}"
        return f"{done} of {self._total / _MEGA:.1f} MB" if self._total else f"{done} MB"

    def _draw(self, amount: str) -> None:
        self._drawn = time.monotonic()
        tail = amount
        if self._total:
            share = min(self._done / self._total, 1.0)
            full = round(share * _WIDTH)
            tail = f"[{'#' * full}{'.' * (_WIDTH - full)}] {share:4.0%}  {amount}"
        columns = self._columns() - 1
        room = max(columns - len(tail) - 2, 0)
        label = self._label if len(self._label) <= room else f"{self._label[: max(room - 3, 0)]}..."
        line = f"{label}  {tail}".rstrip()[:columns]
        self._write("\r" + line.ljust(self._shown))
        self._shown = len(line)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _FALLBACK_COLUMNS
        except (OSError, ValueError):
            return _FALLBACK_COLUMNS

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._stream.write(text)
            self._stream.flush()


@contextmanager
def progress_for(stream: TextIO | None) -> Iterator[Bar | None]:
    """A bar where a person watches, None elsewhere."""
    if stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    bar = Bar(stream)
    try:
        yield bar
    finally:
        bar.finish()
