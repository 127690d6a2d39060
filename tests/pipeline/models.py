"""Small models of random weights, each with a tokenizer, made without a network."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import transformers as hf
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from torch import nn

WORDS = 512
LAYERS = 6
SEED = 20
LENGTH = 4096

SIZES = {
    "vocab_size": WORDS,
    "hidden_size": 128,
    "intermediate_size": 256,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": LENGTH,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": None,
}


def _llama() -> nn.Module:
    return hf.LlamaForCausalLM(hf.LlamaConfig(**SIZES))


def _qwen2() -> nn.Module:
    return hf.Qwen2ForCausalLM(hf.Qwen2Config(**SIZES))


def _qwen3() -> nn.Module:
    return hf.Qwen3ForCausalLM(hf.Qwen3Config(**SIZES, head_dim=32))


def _deepseek_v2() -> nn.Module:
    """Latent attention and, from the second layer on, experts, as Kimi has them.

    Every expert is asked: between two that are nearly as good, rounding alone would choose.
    """
    sizes = SIZES | {"num_key_value_heads": 4}
    config = hf.DeepseekV2Config(
        **sizes,
        moe_intermediate_size=64,
        n_routed_experts=4,
        n_shared_experts=1,
        num_experts_per_tok=4,
        first_k_dense_replace=1,
        n_group=1,
        topk_group=1,
        topk_method="greedy",
        kv_lora_rank=32,
        q_lora_rank=None,
        qk_nope_head_dim=32,
        qk_rope_head_dim=32,
        v_head_dim=32,
    )
    return hf.DeepseekV2ForCausalLM(config)


def _deepseek_v2_latent() -> nn.Module:
    """The sizes of heads that the kernels for latent attention on a GPU are made for."""
    config = hf.DeepseekV2Config(
        **SIZES | {"num_attention_heads": 16, "num_key_value_heads": 16, "hidden_size": 512},
        moe_intermediate_size=128,
        n_routed_experts=8,
        n_shared_experts=1,
        num_experts_per_tok=8,
        first_k_dense_replace=1,
        n_group=1,
        topk_group=1,
        topk_method="greedy",
        kv_lora_rank=512,
        q_lora_rank=None,
        qk_nope_head_dim=128,
        qk_rope_head_dim=64,
        v_head_dim=128,
    )
    return hf.DeepseekV2ForCausalLM(config)


def _llava() -> nn.Module:
    """A wrapper that keeps its language model one level deeper."""
    vision = hf.CLIPVisionConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=28,
        patch_size=14,
        projection_dim=32,
    )
    text = hf.LlamaConfig(**SIZES, architectures=["LlamaForCausalLM"])
    config = hf.LlavaConfig(
        vision_config=vision, text_config=text, image_token_index=2, image_seq_length=4
    )
    return hf.LlavaForConditionalGeneration(config)


FAMILIES: dict[str, Callable[[], nn.Module]] = {
    "llama": _llama,
    "qwen2": _qwen2,
    "qwen3": _qwen3,
    "deepseek-v2": _deepseek_v2,
    "deepseek-v2-latent": _deepseek_v2_latent,
    "llava": _llava,
}


def tokenizer() -> hf.PreTrainedTokenizerFast:
    """One word, one token."""
    words = {"<s>": 0, "</s>": 1, "<image>": 2, "<unk>": 3}
    words |= {f"w{i}": i for i in range(len(words), WORDS)}
    inner = Tokenizer(WordLevel(words, unk_token="<unk>"))
    inner.pre_tokenizer = WhitespaceSplit()
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<image>"],
    )


def build(family: str, dtype: torch.dtype, folder: Path) -> None:
    """Save a model of this family, whose every norm is far from one.

    A state that was taken behind a norm, where it should have been taken before it, then shows.
    """
    torch.manual_seed(SEED)
    model = FAMILIES[family]()
    for name, weight in model.named_parameters():
        if name.endswith(("norm.weight", "layernorm.weight")):
            nn.init.uniform_(weight, 0.5, 1.5)
    model.to(dtype).save_pretrained(folder)
    words = tokenizer()
    words.save_pretrained(folder)
    if family == "llava":
        pictures = hf.CLIPImageProcessor(size={"shortest_edge": 28}, crop_size=28)
        hf.LlavaProcessor(
            pictures,
            words,
            patch_size=14,
            vision_feature_select_strategy="default",
            num_additional_image_tokens=1,
        ).save_pretrained(folder)


def layers(model: nn.Module) -> nn.ModuleList:
    """The decoder layers, wherever the family keeps them."""
    inner = getattr(model.model, "language_model", model.model)
    assert isinstance(inner.layers, nn.ModuleList)
    return inner.layers


def pictures(folder: Path) -> bool:
    """Whether the model in this folder also takes pictures."""
    return "vision_config" in _config(folder)


def depth(folder: Path) -> int:
    """How many decoder layers the model in this folder has."""
    config = _config(folder)
    return int(config.get("text_config", config)["num_hidden_layers"])


def _config(folder: Path) -> dict[str, Any]:
    config: dict[str, Any] = json.loads((folder / "config.json").read_text())
    return config
