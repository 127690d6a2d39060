"""`--model` on the command line and in the settings: what is judged for one model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from drift_audit.auditor.config import read_settings

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk, Ended

CONSUMER = """\
import types
from prov.model_executor.models.interfaces import supports_x


def forward(self, ids):
    hidden = self.old_embed(ids)
    for layer in self.layers:
        hidden = layer(hidden)
    return self.norm(hidden)


def install(runner):
    model = runner.model
    if not supports_x(model):
        raise ValueError(model)
    base = model.model
    base.forward = types.MethodType(forward, base)
"""
INTERFACES = """\
from typing import Protocol, TypeIs
class SupportsX(Protocol): ...
def supports_x(model: object) -> TypeIs[SupportsX]: ...
"""
PLAIN = """\
from .interfaces import SupportsX
class {name}Model:
    def __init__(self):
        self.layers, self.norm = [], None
    def {embed}(self, ids): ...
    def forward(self, ids{more}): ...
class {name}ForCausalLM({bases}):
    def __init__(self):
        self.model = {name}Model()
    def run(self, ids):
        return self.model(ids{passed})
"""
WRAPPER = """\
from .interfaces import SupportsX
from .tiny import TinyForCausalLM
class SeeForConditionalGeneration(SupportsX):
    def __init__(self):
        self.language_model = TinyForCausalLM()
"""
TABLE = {
    "TinyForCausalLM": ("tiny", "TinyForCausalLM"),
    "WideForCausalLM": ("wide", "WideForCausalLM"),
    "ShutForCausalLM": ("shut", "ShutForCausalLM"),
    "SeeForConditionalGeneration": ("see", "SeeForConditionalGeneration"),
}


def release(*, new: bool) -> dict[str, str]:
    home = "prov/model_executor/models"
    embed = "new_embed" if new else "old_embed"

    def plain(name: str, bases: str = "SupportsX", more: str = "", passed: str = "") -> str:
        return PLAIN.format(name=name, embed=embed, bases=bases, more=more, passed=passed)

    wide = plain("Wide", more=", extra=None", passed=", extra=1") if new else plain("Wide")
    files = {
        "prov/__init__.py": "",
        "prov/model_executor/__init__.py": "",
        f"{home}/__init__.py": "",
        f"{home}/registry.py": f"_MODELS = {TABLE!r}\n",
        f"{home}/interfaces.py": INTERFACES,
        f"{home}/tiny.py": plain("Tiny"),
        f"{home}/wide.py": wide,
        f"{home}/shut.py": plain("Shut", bases=""),
    }
    return files | ({f"{home}/see.py": WRAPPER} if new else {})


@pytest.fixture
def modelling(desk: Desk) -> Desk:
    desk.write("cons/main.py", CONSUMER)
    desk.wheel("prov", "1.0", release(new=False))
    desk.wheel("prov", "2.0", release(new=True))
    for name in (*TABLE, "NewForCausalLM"):
        config = {"architectures": [name], "model_type": "any"}
        desk.write(f"{name}/config.json", json.dumps(config))
    return desk


def found(ended: Ended) -> dict[tuple[str, str], dict[str, Any]]:
    return {(f["kind"], f["parameter"] or f["symbol"]): f for f in ended.json()["findings"]}


EMBED = ("attribute-vanished", "old_embed")
MODEL = ("attribute-vanished", "model")
EXTRA = ("patch-narrower", "extra")


@pytest.mark.parametrize(
    ("name", "concerned"),
    [
        ("TinyForCausalLM", {EMBED}),
        ("WideForCausalLM", {EMBED, EXTRA}),
        ("SeeForConditionalGeneration", {EMBED, MODEL}),
        ("ShutForCausalLM", set()),
    ],
)
def test_what_concerns_the_model_is_kept_and_the_rest_is_a_note(
    modelling: Desk, name: str, concerned: set[tuple[str, str]]
) -> None:
    told = found(modelling.scan("cons", "--model", name, "--output-format", "json"))
    assert set(told) == {EMBED, MODEL, EXTRA}
    assert {key for key, each in told.items() if each["severity"] == "breaks"} == concerned
    for key, each in told.items():
        assert (each["spared"] is None) == (key in concerned)
        assert each["message"].startswith(f"not for {name}, as ") == (key not in concerned)


def test_why_a_model_is_spared_is_told(modelling: Desk) -> None:
    told = found(modelling.scan("cons", "--model", "TinyForCausalLM", "--output-format", "json"))
    assert told[MODEL]["spared"] == "`TinyForCausalLM` has `model`"
    assert told[EXTRA]["spared"] == "`TinyModel.forward` takes no `extra`"
    told = found(modelling.scan("cons", "--model", "ShutForCausalLM", "--output-format", "json"))
    why = "`ShutForCausalLM` does not pass the test for SupportsX"
    assert {each["spared"] for each in told.values()} == {why}


def test_without_a_model_families_are_named(modelling: Desk) -> None:
    ended = modelling.scan("cons", "--output-format", "json")
    told = found(ended)
    assert ended.json()["model"] is None
    assert told[EMBED]["families"] == []
    assert told[MODEL]["families"] == ["SeeForConditionalGeneration"]
    assert told[EXTRA]["families"] == ["WideForCausalLM"]
    assert told[MODEL]["severity"] == "risk"
    assert {each["spared"] for each in told.values()} == {None}


def test_a_model_that_the_provider_does_not_know_changes_no_finding(modelling: Desk) -> None:
    plain = modelling.scan("cons", "--output-format", "json").json()
    ended = modelling.scan("cons", "--model", "NewForCausalLM", "--output-format", "json").json()
    assert ended["findings"] == plain["findings"]
    assert any("prov 2.0 does not know NewForCausalLM" in note for note in ended["notes"])


def test_a_provider_without_a_list_of_models_is_noted(desk: Desk) -> None:
    desk.write("tiny/config.json", '{"architectures": ["TinyForCausalLM"]}')
    ended = desk.scan("cons", "--model", "tiny")
    assert ended.code == 1
    assert "prov 2.0 has no list of models that could be read" in ended.out


def test_the_report_names_the_model(modelling: Desk) -> None:
    ended = modelling.scan("cons", "--model", "TinyForCausalLM")
    assert (
        "\nmodel     TinyForCausalLM  TinyForCausalLM; TinyForCausalLM/config.json\n" in ended.out
    )
    model = modelling.scan("cons", "--model", "TinyForCausalLM", "--output-format", "json").json()[
        "model"
    ]
    assert [name.rpartition(".")[2] for name in model["classes"]] == [
        "TinyForCausalLM",
        "TinyModel",
    ]


def test_no_model_is_an_error_with_advice(modelling: Desk) -> None:
    modelling.refused("cons", "--model", "./none").told(3, "there is no ./none")
    modelling.refused("cons", "--model", "no id").told(2, "no id of a model")
    modelling.refused("cons", "--model", "org/none", "--offline").told(3, "org/none", "--offline")


def test_the_settings_name_a_model_from_their_own_folder(modelling: Desk) -> None:
    lines = ["[tool.drift-audit]", 'model = "../TinyForCausalLM"']
    modelling.write("cons/pyproject.toml", "\n".join(lines))
    ended = modelling.scan("cons", "--output-format", "json")
    assert ended.json()["model"]["architecture"] == "TinyForCausalLM"
    over = modelling.scan("cons", "--model", "WideForCausalLM", "--output-format", "json")
    assert over.json()["model"]["architecture"] == "WideForCausalLM"


def test_an_id_in_the_settings_stays_an_id(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.drift-audit]\nmodel = "org/name"\n')
    assert read_settings(tmp_path).model == "org/name"
