"""The patched extraction runs for real: on each release of vLLM, held against transformers."""

from __future__ import annotations

from pathlib import Path

import pytest

from .environment import VERSIONS
from .mending import mended
from .runs import LONG, MIXED, run

pytestmark = pytest.mark.pipeline


@pytest.mark.parametrize("version", VERSIONS)
def test_every_row_of_every_layer_is_right(version: str, tmp_path: Path) -> None:
    copy = mended(version, tmp_path / "copy")
    outcome = run(copy, version, tmp_path)
    assert outcome.vllm == version
    assert [sample.tokens for sample in outcome.samples] == [*LONG, *MIXED]
    assert not outcome.faults


def test_repairing_only_what_crashes_leaves_wrong_states(tmp_path: Path) -> None:
    """Else the tests above would prove nothing about what makes no noise."""
    copy = mended("0.17.1", tmp_path / "copy", silent=False)
    outcome = run(copy, "0.17.1", tmp_path, lengths=[LONG])
    wrong = [number for number, sample in enumerate(outcome.samples) if not sample.right]
    assert wrong == [9, 10, 11]
    assert outcome.samples[11].rows == 92
