"""The engine and what it owns."""

from types import TracebackType
from typing import TYPE_CHECKING


class Config:
    limit: int = 8


class Scheduler:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.running: dict[str, int] = {}

    def release(self, name: str) -> None:
        self.running.pop(name)


class Block:
    __slots__ = ("index", "references")

    def __init__(self, index: int) -> None:
        self.index = index
        self.reset()

    def reset(self) -> None:
        setattr(self, "references", 0)


class Remote:
    def __init__(self, target: object) -> None:
        self._target = target

    def __getattr__(self, name: str):
        return getattr(self._target, name)


class Relay:
    def __init__(self) -> None:
        self.__dict__ = {"configure": []}

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> list[str]: ...


class Options:
    def __init__(self, **given: object) -> None:
        for name, value in given.items():
            setattr(self, name, value)


class Session:
    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: type | None, error: Exception | None, trace: TracebackType | None) -> None:
        pass


def set_scales(layer: object) -> None:
    layer.scale = 1.0


def register(layer: object, name: str, value: object) -> None:
    object.__setattr__(layer, name, value)


class Layer:
    def __init__(self, width: int) -> None:
        self.width = width
        set_scales(self)
        register(self, "folded", [width])

    def fold(self) -> int:
        return sum(self.folded)


class PoolingMixin:
    def encode(self, text: str) -> list[str]:
        return text.split()


class Engine(PoolingMixin):
    def __init__(self, config: Config) -> None:
        self.config = config
        self.version = "two"
        self.scheduler = Scheduler(config)

    @property
    def tokenizer(self):
        return str.split

    def step(self) -> int:
        return len(self.scheduler.running)


class Pool:
    def drain(self) -> None:
        pass

    def queue_depth(self) -> int:
        return 0

    def settle(self) -> None:
        pass


def make_engine(limit: int) -> Engine:
    return Engine(Config())
