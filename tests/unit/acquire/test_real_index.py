"""Real releases from the index that pip is set to, within the promised bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drift_audit.auditor.acquire import baseline_requirement, find_consumer, find_provider
from drift_audit.auditor.acquire.remote import MAX_BYTES, MAX_REQUESTS, RemoteFile

if TYPE_CHECKING:
    from drift_audit.auditor.acquire import Acquisition
    from drift_audit.auditor.acquire.session import Session

pytestmark = pytest.mark.index


@pytest.mark.parametrize(
    ("requirement", "path"),
    [
        ("vllm==0.17.1", "vllm/v1/executor/abstract.py"),
        ("vllm==0.32.0", "vllm/__init__.py"),
        ("torch==2.9.0", "torch/nn/modules/module.py"),
        ("transformers==4.57.6", "transformers/modeling_utils.py"),
        ("openrlhf==0.9.4", "openrlhf/cli/train_sft.py"),
    ],
)
def test_large_release(
    acquisition: Acquisition,
    monkeypatch: pytest.MonkeyPatch,
    requirement: str,
    path: str,
) -> None:
    opened: list[RemoteFile] = []
    start = RemoteFile.__init__

    def watched(self: RemoteFile, session: Session, url: str) -> None:
        opened.append(self)
        start(self, session, url)

    monkeypatch.setattr(RemoteFile, "__init__", watched)
    found = find_provider(requirement, acquisition)
    assert f"{found.name}=={found.version}" == requirement
    assert found.tree.read(path)
    (file,) = opened
    assert file.received <= MAX_BYTES
    assert file.requests <= MAX_REQUESTS


def test_baseline_of_a_range(acquisition: Acquisition) -> None:
    consumer = find_consumer("speculators==0.4.0.1", acquisition)
    found = baseline_requirement(consumer, "vllm", acquisition)
    assert found is not None
    assert found[0] == "vllm==0.16.0"
