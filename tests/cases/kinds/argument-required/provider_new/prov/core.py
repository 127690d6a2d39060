"""Configuration and scheduling."""

import dataclasses
from dataclasses import InitVar, dataclass
from typing import NamedTuple

import msgspec
from pydantic import Field

from prov.wrap import config


@dataclass
class SchedulerConfig:
    is_encoder_decoder: InitVar[bool]
    max_seqs: int = 8
    chunked: bool = False
    seen: int = dataclasses.field(default=0, init=False)

    def __post_init__(self, is_encoder_decoder: bool) -> None:
        self.budget = self.max_seqs * (1 if is_encoder_decoder else 2)


@config
class CacheConfig:
    block_size: int = Field(gt=0)
    dtype: str = "auto"


class Tick(msgspec.Struct):
    step: int
    clock: float


class Slot(NamedTuple):
    start: int
    stop: int


class Scheduler:
    def __init__(self, config: SchedulerConfig, manager: object, block_size: int) -> None:
        self.config = config
        self.manager = manager
        self.block_size = block_size


class Base:
    def __init__(self, config: SchedulerConfig, cache: CacheConfig) -> None:
        self.config = config
        self.cache = cache


def build(config: SchedulerConfig, *, device: str, eager: bool = False) -> Scheduler:
    return Scheduler(config, device, 16)


def submit(prompt: str, params: dict[str, int] | None) -> int:
    return len(prompt) + len(params or {})


def resize(pages: int, keep: bool = True) -> int:
    return pages * keep


class Engine:
    def blocks(self, request: str, computed: int) -> int:
        return len(request) - computed
