"""The RECORD of an installed distribution: which files it has, with their hashes and sizes."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

_HASHES = ("sha256", "sha384", "sha512")
_FIELD = re.compile(r'"(?:[^"]|"")*"|[^,"\r\n]*')


class Row(NamedTuple):
    """A line of a RECORD; `digest` and `size` are "" where it says nothing."""

    path: str
    digest: str = ""
    size: str = ""


def row_of(path: str, data: bytes) -> Row:
    """The line of a file with these bytes."""
    return Row(path, digest_of(data), str(len(data)))


def digest_of(data: bytes, algorithm: str = "sha256") -> str:
    """A hash as RECORD writes it: urlsafe base64 without padding."""
    raw = hashlib.new(algorithm, data).digest()
    return f"{algorithm}={base64.urlsafe_b64encode(raw).rstrip(b'=').decode()}"


def write_record(rows: Iterable[Row], own: str) -> bytes:
    """A RECORD of these lines, sorted; `own` is its own path, which has no hash."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(sorted([*rows, Row(own)]))
    return out.getvalue().encode("utf-8", "surrogateescape")


def read_record(record: bytes) -> Iterator[Row]:
    """Its lines."""
    for fields in csv.reader(_lines(record)):
        if fields:
            yield Row(*(*fields, "", "")[:3])


def amended(record: bytes, changed: Mapping[str, bytes]) -> bytes:
    """A RECORD in which these files have new hashes and sizes; every other byte stays.

    The line's own end, quotes and hash function are kept; a file without a hash gets none.
    """
    text = "".join(_amended(line, changed) for line in _lines(record))
    return text.encode("utf-8", "surrogateescape")


def extended(record: bytes, row: Row) -> bytes:
    """A RECORD with one line more, which ends as the others do."""
    end = "\r\n" if b"\r\n" in record else "\n"
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=end).writerow(row)
    gap = b"" if not record or record.endswith(b"\n") else end.encode()
    return record + gap + out.getvalue().encode("utf-8", "surrogateescape")


def place_of(path: str, site: Path) -> Path | None:
    """Where a path of a RECORD lies, None for what goes elsewhere than beside the packages."""
    parts = path.replace("\\", "/").split("/")
    return None if ".." in parts or path.startswith("/") else site.joinpath(*parts)


def _amended(line: str, changed: Mapping[str, bytes]) -> str:
    row = Row(*(*next(csv.reader([line]), []), "", "", "")[:3])
    if row.path not in changed or not row.digest:
        return line
    algorithm = row.digest.partition("=")[0]
    data = changed[row.path]
    digest = digest_of(data, algorithm if algorithm in _HASHES else _HASHES[0])
    path = _FIELD.match(line)
    assert path is not None
    mark = '"' if line[path.end() + 1 : path.end() + 2] == '"' else ""
    end = line[len(line.rstrip("\r\n")) :]
    return f"{path.group()},{mark}{digest}{mark},{mark}{len(data)}{mark}{end}"


def _lines(record: bytes) -> Iterable[str]:
    """Its lines with their ends as they are."""
    return io.StringIO(record.decode("utf-8", "surrogateescape"), newline="")
