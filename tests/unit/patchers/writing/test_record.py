"""RECORD: a changed line, and every other byte as it was."""

from __future__ import annotations

import base64
import csv
import hashlib
import io

import pytest

from drift_audit.patchers.writing.record import (
    Row,
    amended,
    digest_of,
    extended,
    read_record,
    row_of,
    write_record,
)

DATA = b"changed\n"
RAW = base64.urlsafe_b64encode(hashlib.sha256(DATA).digest()).rstrip(b"=").decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.py,sha256=x,1\nb.py,sha256=y,2\n", f"a.py,sha256={RAW},8\nb.py,sha256=y,2\n"),
        ("b.py,,\r\na.py,sha256=x,1\r\n", f"b.py,,\r\na.py,sha256={RAW},8\r\n"),
        ('"a.py","sha256=x","1"\n', f'"a.py","sha256={RAW}","8"\n'),
        ("a.py,sha256=x,1", f"a.py,sha256={RAW},8"),
        ("a.py,md5=x,1\n", f"a.py,sha256={RAW},8\n"),
        ("a.py,,\n", "a.py,,\n"),
        ("a.py\nx/a.py,sha256=x,1\n", "a.py\nx/a.py,sha256=x,1\n"),
        ("", ""),
    ],
)
def test_changed_line_keeps_its_form(before: str, after: str) -> None:
    assert amended(before.encode(), {"a.py": DATA}) == after.encode()


def test_odd_names_and_stronger_hashes() -> None:
    name = 'a,"b"\u2028.py'
    quoted = '"a,""b""\u2028.py"'
    record = f"{quoted},sha384=x,1\nother\x85.py,sha256=y,2\n".encode() + b"\xff.py,,\n"
    changed = amended(record, {name: DATA})
    sound = base64.urlsafe_b64encode(hashlib.sha384(DATA).digest()).rstrip(b"=").decode()
    assert changed == record.replace(b"sha384=x,1", f"sha384={sound},8".encode())
    rows = list(read_record(changed))
    assert (rows[0].path, rows[2].path) == (name, "\udcff.py")
    assert amended(changed, {"gone.py": b""}) == changed


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_more_ends_as_the_others(end: str) -> None:
    record = f"a.py,,{end}b.py,,".encode()
    whole = extended(record, row_of("new, one", DATA))
    assert whole == record + f'{end}"new, one",sha256={RAW},8{end}'.encode()


def test_record_reads_back() -> None:
    rows = [row_of("b", b""), row_of("a,1", DATA)]
    record = write_record(rows, "RECORD")
    assert list(read_record(record)) == sorted([*rows, Row("RECORD")])
    assert digest_of(b"") == "sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    assert len(list(csv.reader(io.StringIO(record.decode())))) == 3
