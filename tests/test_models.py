"""speculators 0.3.0 on real releases of vLLM, for one model: which known drifts concern it?

D07 and D12 to D16 of the ground truth hang on the model; each is known here by its kind and line.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from drift_audit.auditor.acquire import (
    Acquisition,
    find_consumer,
    find_environment,
    find_provider,
)
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.auditor.models import Model, model_of
from drift_audit.auditor.pairing import Pairing
from drift_audit.auditor.scan import judge
from drift_audit.patchers.advise import advise
from drift_audit.patchers.cards import own_recipes

pytestmark = pytest.mark.wheels

CACHE = platformdirs.user_cache_path("drift-audit")
HERE = Path(__file__).resolve().parent
CONFIGS: dict[str, dict[str, object]] = {
    "Llama": {"architectures": ["LlamaForCausalLM"], "model_type": "llama"},
    "Qwen3": {"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3"},
    "Qwen3-VL": {
        "architectures": ["Qwen3VLForConditionalGeneration"],
        "model_type": "qwen3_vl",
        "text_config": {"model_type": "qwen3_vl_text"},
    },
    "Kimi-K2.5": {
        "architectures": ["KimiK25ForConditionalGeneration"],
        "model_type": "kimi_k25",
        "text_config": {"architectures": ["DeepseekV3ForCausalLM"], "model_type": "kimi_k2"},
    },
    "Mistral-Large-3": {"architectures": ["MistralLarge3ForCausalLM"], "model_type": "deepseek_v3"},
    "Gemma4": {
        "architectures": ["Gemma4ForConditionalGeneration"],
        "model_type": "gemma4",
        "text_config": {"model_type": "gemma4_text"},
    },
    "HunYuan": {"architectures": ["HunYuanDenseV1ForCausalLM"], "model_type": "hunyuan_v1_dense"},
    "Granite": {"architectures": ["GraniteForCausalLM"], "model_type": "granite"},
    "Nemotron-H": {"architectures": ["NemotronHForCausalLM"], "model_type": "nemotron_h"},
    "Llava": {
        "architectures": ["LlavaForConditionalGeneration"],
        "model_type": "llava",
        "text_config": {"model_type": "llama"},
    },
}
KNOWN = {
    ("attribute-vanished", 30): "D07",
    ("attribute-vanished", 107): "D12",
    ("patch-narrower", 17): "D13",
    ("decoder-layer-contract", 45): "D14",
    ("final-norm-contract", 60): "D15",
    ("attribute-vanished", 60): "D15",
    ("llama-4-scaling-left-out", 102): "D16",
}


def model(name: str) -> Model:
    return model_of(json.dumps(CONFIGS[name]).encode(), name=name, source="a test")


@functools.cache
def acquisition() -> Acquisition:
    return Acquisition(cache_dir=CACHE, environment=find_environment(None, HERE))


def scanned(version: str, name: str = "") -> Scan:
    now = find_provider(f"vllm=={version}", acquisition())
    before = find_provider("vllm==0.11.0", acquisition())
    stores = FactsStore(CACHE, now), FactsStore(CACHE, before)
    pairing = Pairing(
        package="vllm", now=now, facts_now=stores[0], before=before, facts_before=stores[1]
    )
    consumer = find_consumer("speculators==0.3.0", acquisition())
    try:
        judgement = judge(consumer, (pairing,), model=model(name) if name else None)
        return advise(judgement, own_recipes()).scan
    finally:
        for store in stores:
            store.flush()
            store.close()


def hanging(scan: Scan) -> Iterator[tuple[str, Finding]]:
    """The findings that hang on the model, by the entry of the truth that they answer."""
    for finding in scan.findings:
        entry = KNOWN.get((finding.kind, finding.span.line))
        if finding.span.path.endswith("custom_worker.py") and entry:
            yield entry, finding


@pytest.mark.parametrize(
    ("version", "name", "entries"),
    [
        ("0.17.1", "Llama", {"D07"}),
        ("0.17.1", "Qwen3", {"D07"}),
        ("0.17.1", "Qwen3-VL", {"D07", "D12", "D13"}),
        ("0.17.1", "Llava", {"D07", "D12"}),
        ("0.17.1", "HunYuan", {"D07", "D14"}),
        # stopped by the consumer's own test, as in the baseline
        ("0.17.1", "Kimi-K2.5", set()),
        ("0.17.1", "Mistral-Large-3", set()),
        ("0.17.1", "Granite", set()),
        ("0.17.1", "Nemotron-H", set()),
        ("0.32.0", "Llama", {"D07"}),
        ("0.32.0", "Qwen3-VL", {"D07", "D12", "D13"}),
        ("0.32.0", "Kimi-K2.5", {"D07", "D12"}),
        ("0.32.0", "Mistral-Large-3", {"D07", "D16"}),
        ("0.32.0", "Gemma4", {"D07", "D12", "D13", "D14", "D15"}),
        ("0.32.0", "Granite", {"D07", "D14", "D15"}),
        ("0.32.0", "Nemotron-H", {"D07", "D15"}),
        # run by the Transformers backend, whose inner model takes more (D13)
        ("0.32.0", "HunYuan", {"D07", "D13"}),
    ],
)
def test_a_model_meets_what_concerns_it(version: str, name: str, entries: set[str]) -> None:
    scan = scanned(version, name)
    found = list(hanging(scan))
    assert {e for e, f in found if f.severity is not Severity.NOTE} == entries
    for _, finding in found:
        assert bool(finding.spared) == (finding.severity is Severity.NOTE)
        assert finding.message.startswith(f"not for {name}, as ") == bool(finding.spared)


@pytest.mark.parametrize("version", ["0.17.1", "0.32.0"])
def test_a_model_changes_nothing_else(version: str) -> None:
    plain, llama = scanned(version), scanned(version, "Llama")
    assert [f.fingerprint for f in plain.findings] == [f.fingerprint for f in llama.findings]
    assert [f for f in llama.findings if not f.families] == [
        f for f in plain.findings if not f.families
    ]
    assert plain.model is None
    assert not any(finding.spared for finding in plain.findings)


def test_without_a_model_the_families_are_named() -> None:
    found = dict(hanging(scanned("0.17.1")))
    assert found["D07"].families == ()
    assert "LlavaForConditionalGeneration" in found["D12"].families
    assert found["D13"].families == ("Qwen3VLForConditionalGeneration",)
    assert "HunYuanDenseV1ForCausalLM" in found["D14"].families
    assert "Gemma4ForCausalLM" not in found["D14"].families


def test_a_model_that_the_release_does_not_know_is_noted() -> None:
    plain, scan = scanned("0.17.1"), scanned("0.17.1", "Gemma4")
    assert any("does not know Gemma4ForConditionalGeneration" in note for note in scan.notes)
    assert [f.severity for f in scan.findings] == [f.severity for f in plain.findings]


def test_a_model_that_is_refused_comes_to_the_test_itself() -> None:
    """What is said of the test is for the one model that it should let pass, and for no other."""

    def refusal(name: str) -> Finding:
        return next(f for f in scanned("0.17.1", name).findings if f.kind == "kimi-refused")

    assert refusal("Kimi-K2.5").spared == ""
    assert refusal("Granite").spared == "it concerns KimiK25ForConditionalGeneration"


def test_the_report_names_the_model_and_its_classes() -> None:
    scan = scanned("0.32.0", "Kimi-K2.5")
    assert scan.model is not None
    assert scan.model.architecture == "KimiK25ForConditionalGeneration"
    assert [name.rpartition(".")[2] for name in scan.model.classes] == [
        "KimiK25ForConditionalGeneration",
        "DeepseekV2Model",
        "DeepseekV2DecoderLayer",
    ]
