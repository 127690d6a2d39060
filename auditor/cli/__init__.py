"""The command line: it alone prints and exits."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run and exit; nothing is loaded before an interrupt would be answered."""
    try:
        from .program import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
