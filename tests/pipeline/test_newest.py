"""What `fix` makes of speculators 0.3.0 runs on the newest vLLM and transformers, and is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .newest import TRANSFORMERS, VERSIONS, draft, mended, run
from .runs import LONG, MIXED

pytestmark = pytest.mark.pipeline

SHORT = (90, 5, 30)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("family", "dtype"), [("llama", "float32"), ("qwen3", "bfloat16")])
def test_every_row_of_every_layer_is_right(
    version: str, family: str, dtype: str, tmp_path: Path
) -> None:
    copy = mended(version, tmp_path / "copy")
    outcome = run(copy, version, tmp_path, family=family, dtype=dtype)
    assert outcome.vllm == version
    assert outcome.transformers == TRANSFORMERS.partition("==")[2]
    assert [sample.tokens for sample in outcome.samples] == [*LONG, *MIXED]
    assert not outcome.faults


def test_a_runner_that_sorts_its_batch_is_followed(tmp_path: Path) -> None:
    copy = mended("0.32.0", tmp_path / "copy")
    outcome = run(copy, "0.32.0", tmp_path, dtype="float32", second_runner=True)
    assert [sample.tokens for sample in outcome.samples] == [*LONG, *MIXED]
    assert not outcome.faults


def test_without_its_recipe_the_order_of_the_batch_is_taken_for_that_of_the_prompts(
    tmp_path: Path,
) -> None:
    """Else the test above would prove nothing: here the same runner hands out wrong states."""
    copy = mended("0.32.0", tmp_path / "copy", without=["batch-order-sorted"])
    outcome = run(copy, "0.32.0", tmp_path, lengths=[SHORT], second_runner=True)
    assert not any(sample.right for sample in outcome.samples)


def test_a_draft_is_made_saved_and_read_as_with_transformers_4(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    before = json.loads(draft(None, old).read_text())
    copy = mended("0.32.0", tmp_path / "copy")
    after = json.loads(draft(copy, new, read=old).read_text())
    assert before["transformers"] == "4.57.6"
    assert after["transformers"] == TRANSFORMERS.partition("==")[2]
    assert after["modules"] == before["modules"]
    assert before["again"] == before["loss"]
    assert after["again"] == after["loss"]
    assert after["loss"] == pytest.approx(before["loss"], rel=1e-5)
    assert after["read"] == pytest.approx(before["loss"], rel=1e-5)
