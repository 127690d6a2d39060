"""What is true of a pair although it was shipped, tried at run time.

Neither torch nor a GPU is there: of the provider, the one function or class that a finding is about
is taken out of its source, compiled and asked. Names that its body needs are whatever is asked of
them; its bases, decorators from pydantic and signatures are real.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import importlib.util
import inspect
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

Try = Callable[[Path], str]
"""Takes the folder of the provider's sources, gives what happened there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A finding that is believed: whose, where, of what kind, on which release, and the trial."""

    consumer: str
    vllm: str
    place: str
    kind: str
    tried: str
    trial: Try


class _Names(dict[str, object]):
    """A namespace that has every name."""

    def __missing__(self, name: str) -> object:
        if name.startswith("__") or hasattr(builtins, name):
            raise KeyError(name)
        return MagicMock(name=name)


def _taken_out(file: Path, *names: str, **real: object) -> dict[str, Any]:
    """Functions and classes of a file, compiled by themselves."""
    tree = ast.parse(file.read_text("utf-8"))
    body = [node for node in tree.body if getattr(node, "name", "") in names]
    future = ast.parse("from __future__ import annotations").body
    name = f"tried_{file.stem}"
    sys.modules[name] = ModuleType(name)
    scope = _Names(real | {"__name__": name, "__builtins__": builtins})
    exec(compile(ast.Module([*future, *body], []), str(file), "exec"), scope)
    vars(sys.modules[name]).update(scope)
    return scope


def _raised(trial: Callable[[], object]) -> str:
    try:
        given = trial()
    except (AttributeError, TypeError) as error:
        return f"{type(error).__name__}: {error}"
    return f"nothing raised: {given!r}"


def _merges(provider: Path) -> str:
    scope = _taken_out(
        provider / "vllm/model_executor/models/utils.py", "_merge_multimodal_embeddings"
    )
    signature = inspect.signature(scope["_merge_multimodal_embeddings"])
    return _raised(lambda: signature.bind("ids", "embeds", "multimodal", "placeholder"))


def _clears(provider: Path) -> str:
    file = provider / "vllm/model_executor/layers/fused_moe/routed_experts_capturer.py"
    capturer = _taken_out(file, "RoutedExpertsCapturer")["RoutedExpertsCapturer"]
    return _raised(lambda: capturer.clear_buffer)


def _lora(provider: Path) -> str:
    weights = _taken_out(provider / "vllm/lora/lora_weights.py", "LoRALayerWeights")
    signature = inspect.signature(weights["LoRALayerWeights"])
    return _raised(
        lambda: signature.bind(
            "name", rank=1, lora_alpha=1, lora_a=0, lora_b=0, embeddings_tensor=None
        )
    )


def _collecting(provider: Path) -> str:
    envs = _imported(provider / "vllm/envs.py")
    return _raised(lambda: envs.VLLM_ALLOW_EXPERT_LOAD_COLLECTING)


def _guided(provider: Path) -> str:
    from pydantic.dataclasses import dataclass as validated

    scope = _taken_out(
        provider / "vllm/sampling_params.py",
        "StructuredOutputsParams",
        "GuidedDecodingParams",
        dataclass=validated,
        field=dataclasses.field,
        Any=Any,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        made = scope["GuidedDecodingParams"](backend="outlines", regex="a+")
    held = [name for name, value in vars(made).items() if value == "outlines"]
    return f"made without an error; attributes that hold 'outlines': {held}"


def _prefers(provider: Path) -> str:
    hits = [
        file
        for file in sorted((provider / "vllm").rglob("*.py"))
        if "prefer_cross_layer_blocks" in file.read_text("utf-8", "replace")
    ]
    return f"named in {len(hits)} files of vLLM"


def _scales(provider: Path) -> str:
    file = provider / "vllm/model_executor/models/deepseek_v2.py"
    layer = _taken_out(file, "DeepseekV2DecoderLayer", nn=_Modules)["DeepseekV2DecoderLayer"]
    bound = inspect.signature(layer.forward).bind("self", positions=0, hidden_states=0, residual=0)
    bound.apply_defaults()
    return f"binds, with llama_4_scaling={bound.arguments['llama_4_scaling']}"


class _Modules:
    """Stands for `torch.nn`, of which only the base class is needed."""

    class Module:
        """A base."""


def _imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tried_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_OMNI = "vllm_omni/model_executor/models"
KEPT = (
    Kept(
        consumer="vllm-ascend==0.11.0",
        vllm="0.11.0",
        place="vllm_ascend/eplb/eplb_updator.py:53",
        kind="attribute-removed",
        tried="`vllm.envs` imported, the variable read",
        trial=_collecting,
    ),
    Kept(
        consumer="tpu-inference==0.28.0",
        vllm="0.28.0",
        place="tests/lora/utils.py:58",
        kind="keyword-removed",
        tried="the call bound to `inspect.signature(LoRALayerWeights)`",
        trial=_lora,
    ),
    *(
        Kept(
            consumer="vllm-omni==0.30.0",
            vllm="0.30.0",
            place=f"{_OMNI}/{place}",
            kind="argument-excess",
            tried="the call bound to `inspect.signature(_merge_multimodal_embeddings)`",
            trial=_merges,
        )
        for place in (
            "minicpmo_4_5/minicpmo_4_5_omni_llm.py:4597",
            "step_audio2/step_audio2_thinker.py:803",
        )
    ),
    *(
        Kept(
            consumer="vllm-omni==0.30.0",
            vllm="0.30.0",
            place=f"vllm_omni/worker/{place}",
            kind="attribute-removed",
            tried="`RoutedExpertsCapturer.clear_buffer` read",
            trial=_clears,
        )
        for place in ("gpu_ar_model_runner.py:856", "gpu_generation_model_runner.py:107")
    ),
    Kept(
        consumer="trl==0.26.2",
        vllm="0.11.2",
        place="trl/experimental/gold/gold_trainer.py:1691",
        kind="keyword-swallowed",
        tried='`GuidedDecodingParams(backend="outlines", regex=…)` made, under pydantic',
        trial=_guided,
    ),
    Kept(
        consumer="hs-connectors==0.9.0",
        vllm="0.31.0",
        place="hs_connectors/mooncake_hidden_states_connector.py:75",
        kind="override-dead",
        tried="the name looked for in all of vLLM's sources",
        trial=_prefers,
    ),
    *(
        Kept(
            consumer="speculators==0.4.0.1",
            vllm=release,
            place="speculators/data_generation/custom_worker.py:53",
            kind="layer-scaling-left-out",
            tried="the call bound to `DeepseekV2DecoderLayer.forward`, which MistralLarge3 runs on",
            trial=_scales,
        )
        for release in ("0.12.0", "0.14.1", "0.16.0")
    ),
)
