"""Bases that others build on."""

from abc import ABC
from dataclasses import dataclass
from typing import final

from pydantic import BaseModel


@dataclass
class ModelConfig:
    name: str = ""
    width: int = 8


class RegistryMeta(type):
    def __iter__(cls):
        return iter(cls.entries)


class Registry(metaclass=RegistryMeta):
    entries: dict[str, type] = {}


@final
class Runner:
    def run(self) -> int:
        return 1


class Options(BaseModel):
    seed: int = 0


class Layer(ABC):
    def forward(self, x: float) -> float:
        return x


@dataclass
class Limits:
    soft: int = 1
    hard: int = 2
