"""The command line: it alone prints and exits."""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
TERMINATED = 143


def main() -> None:
    """Run and exit; nothing is loaded before an interrupt would be answered."""
    signal.signal(signal.SIGTERM, _end)
    try:
        from .program import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        # An interrupt in the middle of an `exec` makes Python end by the signal, whatever was
        # answered; all is flushed and put away by now.
        os._exit(code)
    sys.exit(code)


def _end(_signal: int, _frame: object) -> None:
    """End in good order: what is half done is put away on the way out."""
    sys.exit(TERMINATED)
