"""Builds on classes that are built differently by now."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from prov.config import Layer, Limits, ModelConfig, Options, Registry, Runner
from pydantic import BaseModel


class Registered(BaseModel):
    kind: str = "none"


class SpeculatorConfig(Registered, ModelConfig):  # expect: base-reworked because a pydantic model and a dataclass do not mix
    drafts: int = 1


class SettledConfig(Registered, ModelConfig):  # expect-ok: base-reworked because it says what becomes of its subclasses
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.__init__ = Registered.__init__


@dataclass
class SizedConfig(ModelConfig):  # expect: base-reworked because fields of ours now follow fields with defaults
    size: int


class Plugins(Registry, ABC):  # expect: base-reworked because two metaclasses meet
    @abstractmethod
    def plug(self): ...


class NpuRunner(Runner):  # expect: base-reworked because the class is final now
    def run(self):
        return 2


class NpuOptions(Options):  # expect: base-reworked because a pydantic model's own __init__ must run
    def __init__(self, level):
        self.level = level


class NamedConfig(ModelConfig):  # expect-ok: base-reworked because it only hands over to the base
    def __init__(self, name):
        super().__init__(name=name, width=16)
        self.extra = True


class Quiet(Registry):  # expect-ok: base-reworked because one metaclass alone is no trouble
    entries = {"quiet": Layer}


class NpuLayer(Layer):  # expect-ok: base-reworked because ABC asks nothing of a complete class
    def forward(self, x):
        return x * 2


@dataclass
class MoreLimits(Limits):  # expect-ok: base-reworked because the base was a dataclass before
    most: int = 3
