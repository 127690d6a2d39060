"""Unified diffs as `git apply` and `patch -p1` take them."""

from __future__ import annotations

import difflib

_NO_NEWLINE = "\\ No newline at end of file\n"


def unified(path: str, before: bytes, after: bytes, *, context: int = 3) -> str:
    """What turns the old bytes into the new ones; "" where they are equal.

    Lines end where bytes have a line feed, so that carriage returns stay part of them; bytes that
    are no UTF-8 come as surrogate escapes.
    """
    old, new = _lines(before), _lines(after)
    lines = difflib.unified_diff(old, new, f"a/{path}", f"b/{path}", n=context)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in lines)


def added_lines(diff: str) -> list[str]:
    """The lines that a unified diff puts in, without the space around them."""
    return [
        line[1:].strip()
        for line in diff.splitlines()
        if line.startswith("+") and not line.startswith("+++ ")
    ]


def _lines(data: bytes) -> list[str]:
    parts = data.decode("utf-8", "surrogateescape").split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
