"""What a user may set."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from pydantic import Field

from prov.wrap import config


@config
class CacheSettings:
    block_size: int = Field(default=16, gt=0)


@dataclass
class SamplingSettings:
    temperature: float = 1.0
    stop: list[str] = dataclasses.field(default_factory=list)


class WireRequest(msgspec.Struct, kw_only=True):
    request_id: str


class Window(NamedTuple):
    start: int
    stop: int


class StructuredSettings:
    def __init__(self, json: str | None = None, grammar: str | None = None) -> None:
        self.json = json
        self.grammar = grammar


GuidedSettings = StructuredSettings
