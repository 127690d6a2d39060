"""Configuration and scheduling."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from pydantic import Field

from prov.wrap import config


@dataclass
class SchedulerConfig:
    max_seqs: int = 8
    chunked: bool = False

    def __post_init__(self) -> None:
        self.budget = self.max_seqs * 2


@config
class CacheConfig:
    block_size: int = Field(default=16, gt=0)
    dtype: str = "auto"


class Tick(msgspec.Struct):
    step: int


class Slot(NamedTuple):
    start: int


class Scheduler:
    def __init__(self, config: SchedulerConfig, manager: object = None) -> None:
        self.config = config
        self.manager = manager


class Base:
    def __init__(self, config: SchedulerConfig) -> None:
        self.config = config


def build(config: SchedulerConfig, *, eager: bool = False) -> Scheduler:
    return Scheduler(config)


def submit(prompt: str, params: dict[str, int] | None = None) -> int:
    return len(prompt) + len(params or {})


def resize(pages: int) -> int:
    return pages


class Engine:
    def blocks(self, request: str) -> int:
        return len(request)
