"""Bases that others build on."""

from dataclasses import dataclass


class ModelConfig:
    def __init__(self, name: str = "", width: int = 8) -> None:
        self.name = name
        self.width = width


class Registry:
    entries: dict[str, type] = {}


class Runner:
    def run(self) -> int:
        return 1


class Options:
    def __init__(self, seed: int = 0) -> None:
        self.seed = seed


class Layer:
    def forward(self, x: float) -> float:
        return x


@dataclass
class Limits:
    soft: int = 1
