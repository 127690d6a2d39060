"""From a source file's bytes to its text, as Python reads it."""

from __future__ import annotations

_MARK = b"\xef\xbb\xbf"


def decoded(source: bytes) -> str:
    """A source's text by PEP 263: byte order mark, coding line, else UTF-8.

    Raises:
        SyntaxError, ValueError, LookupError: it has none, with the reason.
    """
    if b"\0" in source:
        raise ValueError("the source holds null bytes")
    first_lines = b"".join(source.split(b"\n", 2)[:2])
    if b"coding" not in first_lines and not source.startswith(_MARK):
        try:
            return source.decode("utf-8")
        except UnicodeDecodeError:
            pass  # told better below
    import io
    import tokenize

    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    return source.decode(encoding)
