"""Which classes run a model, read from small registries and constructors."""

from __future__ import annotations

import hashlib
import textwrap

import pytest

from drift_audit.auditor.anatomy import Anatomy, anatomy_of, registry_of
from drift_audit.auditor.contracts.store import FactsStore
from drift_audit.auditor.editions import Edition
from drift_audit.auditor.models import Model
from drift_audit.auditor.trees import Distribution
from drift_audit.auditor.world import World

HOME = "prov/model_executor/models"
REGISTRY = """
    _TEXT_MODELS = {
        "TinyForCausalLM": ("tiny", "TinyForCausalLM"),
        "AliasForCausalLM": ("tiny", "TinyForCausalLM"),
        "OtherForCausalLM": ("other", "OtherForCausalLM"),
        "LostForCausalLM": ("lost", "LostForCausalLM"),
        "FarForCausalLM": ("prov.far", "FarForCausalLM"),
    }
    _WRAPPERS: dict[str, tuple[str, str]] = {
        "SeeForConditionalGeneration": ("see", "SeeForConditionalGeneration"),
        "HearForConditionalGeneration": ("see", "HearForConditionalGeneration"),
        "NestedForConditionalGeneration": ("see", "NestedForConditionalGeneration"),
    }
    _ANY = {"AnyForCausalLM": ("transformers", "AnyForCausalLM")}
    _ALL = {**_TEXT_MODELS, **_WRAPPERS, **_ANY}
    _FORMERLY = {"OldForCausalLM": "0.9.2", "OutForCausalLM": "https://example.org/plugin"}
    _ODD = {"A": ("one", "two", "three"), 3: ("four", "five"), "B": name("x")}
"""
TINY = """
    from .interfaces import SupportsEagle3
    from .other import OtherLayer
    class TinyLayer: ...
    class TinyModel:
        def __init__(self, *, layer_type: type = TinyLayer):
            self.start, self.end, self.layers = make_layers(2, lambda prefix: layer_type(prefix))
    class TinyForCausalLM(SupportsEagle3):
        def __init__(self, layer_type: type = TinyLayer):
            super().__init__()
            self.model = self._init_model(layer_type=layer_type)
        def _init_model(self, layer_type: type = TinyLayer):
            return TinyModel(layer_type=layer_type)
"""
OTHER = """
    import prov.model_executor.models.tiny as tiny
    class OtherLayer: ...
    class OtherModel(tiny.TinyModel):
        def __init__(self):
            super().__init__(layer_type=OtherLayer)
    class OtherForCausalLM:
        model_cls = OtherModel
        def __init__(self, quant=None):
            if quant:
                self.model = self.model_cls()
            else:
                self.model = self.model_cls(quant=None)
"""
SEE = """
    from .interfaces import SupportsEagle3
    from .utils import init_vllm_registered_model
    class SeeForConditionalGeneration(SupportsEagle3):
        def __init__(self, config):
            self.model_config = config
            self.vision = VisionTower(config)
            self.language_model = init_vllm_registered_model(hf_config=config.text_config)
    class HearForConditionalGeneration:
        def __init__(self, config):
            self.language_model: object = init_vllm_registered_model(
                hf_config=config, architectures=["OtherForCausalLM"]
            )
    class NestedForConditionalGeneration:
        def __init__(self, config):
            self.thinker = HearForConditionalGeneration(config)
"""
FAR = """
    from torch import nn
    class FarLayer: ...
    class FarModel:
        def __init__(self, kind=None):
            kind = kind or FarLayer
            def make(prefix):
                return kind(prefix)
            self.layers = nn.ModuleList(build(2, make))
    class FarForCausalLM:
        def __init__(self):
            self.model = FarModel()
"""
FILES = {
    "prov/__init__.py": "",
    "prov/far.py": FAR,
    f"{HOME}/__init__.py": "",
    f"{HOME}/registry.py": REGISTRY,
    f"{HOME}/interfaces.py": "class SupportsEagle3: ...",
    f"{HOME}/utils.py": "def init_vllm_registered_model(**kw): ...",
    f"{HOME}/tiny.py": TINY,
    f"{HOME}/other.py": OTHER,
    f"{HOME}/see.py": SEE,
    f"{HOME}/transformers.py": "class AnyForCausalLM:\n    def __init__(self):\n        self.model = AutoModel()\n",
}


class Files:
    def __init__(self, files: dict[str, str]) -> None:
        self._files = {path: textwrap.dedent(text).encode() for path, text in files.items()}

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def read(self, path: str) -> bytes:
        return self._files[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self._files[path]).hexdigest()


def world(files: dict[str, str]) -> World:
    distribution = Distribution(
        name="prov", version="2.0", tree=Files(files), packages=("prov",), source="here", digest=""
    )
    return World((Edition(package="prov", version=None, store=FactsStore(None, distribution)),))


def model(*architectures: str, kind: str = "", inside: str = "", text: str = "") -> Model:
    return Model(
        name="m",
        source="here",
        architectures=architectures,
        model_type=kind,
        text_architectures=(inside,) if inside else (),
        text_type=text,
    )


def anatomy(asked: Model, files: dict[str, str] = FILES) -> Anatomy:
    return anatomy_of(world(files), "prov", "2.0", asked)


@pytest.mark.parametrize(
    ("asked", "top", "inner", "layers"),
    [
        (model("TinyForCausalLM"), "TinyForCausalLM", ["TinyModel"], ["TinyLayer"]),
        (model("AliasForCausalLM"), "TinyForCausalLM", ["TinyModel"], ["TinyLayer"]),
        (model("New", "OtherForCausalLM"), "OtherForCausalLM", ["OtherModel"], ["OtherLayer"]),
        (model("FarForCausalLM"), "FarForCausalLM", ["FarModel"], ["FarLayer"]),
        (model(kind="tiny"), "TinyForCausalLM", ["TinyModel"], ["TinyLayer"]),
        (
            model("SeeForConditionalGeneration", inside="TinyForCausalLM"),
            "SeeForConditionalGeneration", ["TinyModel"], ["TinyLayer"],
        ),
        (
            model("SeeForConditionalGeneration", text="other"),
            "SeeForConditionalGeneration", ["OtherModel"], ["OtherLayer"],
        ),
        (
            model("HearForConditionalGeneration", inside="TinyForCausalLM"),
            "HearForConditionalGeneration", ["OtherModel"], ["OtherLayer"],
        ),
        (
            model("NestedForConditionalGeneration"),
            "NestedForConditionalGeneration", ["OtherModel"], ["OtherLayer"],
        ),
        (model("SeeForConditionalGeneration"), "SeeForConditionalGeneration", [], []),
        (model("AnyForCausalLM"), "AnyForCausalLM", [], []),
    ],
)  # fmt: skip
def test_the_classes_are_told_from_the_outside_in(
    asked: Model, top: str, inner: list[str], layers: list[str]
) -> None:
    found = anatomy(asked)
    assert found.top is not None
    assert found.top.qualname == top
    assert [cls.qualname for cls in found.inner] == inner
    assert [cls.qualname for cls in found.layers] == layers
    assert found.is_generic == (top == "AnyForCausalLM")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (model("NewForCausalLM"), "prov 2.0 does not know NewForCausalLM"),
        (model("NewForCausalLM", kind="tiny"), "prov 2.0 does not know NewForCausalLM"),
        (model("OldForCausalLM"), "does not know OldForCausalLM"),
        (model("OutForCausalLM"), "does not know OutForCausalLM"),
        (model(kind="newest"), "does not know newest"),
        (model("LostForCausalLM"), "the class of LostForCausalLM in prov 2.0 is not told"),
    ],
)
def test_what_is_not_told_is_said(asked: Model, words: str) -> None:
    found = anatomy(asked)
    assert found.top is None
    assert words in found.note


def test_a_provider_without_a_list_says_so() -> None:
    found = anatomy(model("TinyForCausalLM"), {"prov/__init__.py": ""})
    assert not found.is_listed
    assert "has no list of models" in found.note


def test_a_class_passes_a_test_by_its_bases() -> None:
    there = world(FILES)
    gates = frozenset({"SupportsEagle3"})
    asked = [model("TinyForCausalLM"), model("OtherForCausalLM"), model("NewForCausalLM")]
    found = [anatomy_of(there, "prov", "2.0", each).passes(there, gates) for each in asked]
    assert found == [True, False, None]


def test_only_pairs_of_a_module_and_a_class_are_listed() -> None:
    listed = registry_of(world(FILES), "prov")
    assert listed["FarForCausalLM"] == ("prov.far", "FarForCausalLM")
    assert listed["TinyForCausalLM"] == ("prov.model_executor.models.tiny", "TinyForCausalLM")
    assert {"A", "B", "OldForCausalLM"} & set(listed) == set()
