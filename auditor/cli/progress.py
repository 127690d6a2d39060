"""A progress bar on a terminal; nothing where the output is piped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from drift_audit.auditor.acquire import Progress


class _Bar:
    """Bytes that come, as one line on the terminal."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._bar: object | None = None

    def start(self, total_bytes: int, label: str) -> None:
        """Begin a fetch."""
        self.finish()
        bar = click.progressbar(length=total_bytes or 1, label=label, file=self._stream)
        bar.__enter__()
        self._bar = bar

    def advance(self, count: int) -> None:
        """So many bytes more."""
        if self._bar is not None:
            self._bar.update(count)  # type: ignore[attr-defined]

    def finish(self) -> None:
        """End the line."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)  # type: ignore[attr-defined]
            self._bar = None


@contextmanager
def progress_for(stream: IO[str]) -> Iterator[Progress | None]:
    """A bar where a person watches, None elsewhere."""
    if not stream.isatty():
        yield None
        return
    bar = _Bar(stream)
    try:
        yield bar
    finally:
        bar.finish()
