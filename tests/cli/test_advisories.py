"""Faults of the consumer's own: told and mended on request, and never counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

OWN = """\
import torch
from prov.core import Engine
Engine().run(1)
def save(states, path):
    torch.save(states, path)
"""


@pytest.fixture
def faulty(desk: Desk) -> Desk:
    desk.write("cons/main.py", OWN)
    return desk


def test_they_are_told_on_request_alone(faulty: Desk) -> None:
    assert "written-in-place" not in faulty.scan("cons").out
    told = faulty.scan("cons", "--advisories").out
    assert "note written-in-place: " in told
    assert "No use of prov 2.0 has drifted since 1.0" in told
    assert "1 advisory." in told
    assert "0 silent, 0 breaks, 0 risk, 0 note" in told


def test_no_exit_code_knows_of_them(faulty: Desk) -> None:
    assert faulty.scan("cons", "--advisories", "--fail-on", "note").code == 0
    fixing = ("--advisories", "--fail-on", "note", "--unsafe-fixes")
    ended = faulty.run("fix", "cons", "--provider", "prov==2.0", "--static", *fixing)
    assert ended.code == 0, ended
    assert "os.replace" in ended.out


def test_evidence_tells_them_apart(faulty: Desk) -> None:
    found = faulty.scan("cons", "--advisories", "--output-format", "json").json()["findings"]
    assert [(each["recipe"], each["evidence"]) for each in found] == [
        ("written-in-place", ["recipe", "advisory"])
    ]


def test_they_are_mended_with_the_option(faulty: Desk) -> None:
    given = ("cons", "--provider", "prov==2.0", "--static", "--unsafe-fixes", "--apply")
    assert faulty.run("fix", *given).code == 0
    assert (faulty.root / "cons/main.py").read_text() == OWN
    assert faulty.run("fix", *given, "--advisories").code == 0
    assert 'os.replace(str(path) + ".part", path)' in (faulty.root / "cons/main.py").read_text()


def test_without_recipes_there_are_none(faulty: Desk) -> None:
    assert "written-in-place" not in faulty.scan("cons", "--advisories", "--no-recipes").out
