"""The engine and what it owns."""

from types import TracebackType


class Config:
    limit: int = 8


class Scheduler:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.running: list[str] = []

    def queue_depth(self) -> int:
        return len(self.running)

    def release(self, name: str) -> None:
        self.running.remove(name)


class Block:
    __slots__ = ("index", "references")

    def __init__(self, index: int) -> None:
        self.index = index
        self.references = 0


class Remote:
    def __init__(self, rank: int) -> None:
        self.rank = rank


class Relay:
    def __init__(self) -> None:
        self.configure: list[str] = []


class Options:
    seed: int = 0

    def __init__(self, **given: object) -> None:
        for name, value in given.items():
            setattr(self, name, value)


class Session:
    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: type | None, error: Exception | None, trace: TracebackType | None) -> None:
        self.settle()

    def settle(self) -> None:
        pass


class Layer:
    def __init__(self, width: int) -> None:
        self.width = width
        self.scale = 1.0
        self.folded = [width]
        self.packed = [width]
        self.bias = 0.0

    def fold(self) -> int:
        return sum(self.folded)


class Engine:
    version = "one"

    def __init__(self, config: Config) -> None:
        self.config = config
        self.scheduler = Scheduler(config)
        self.tokenizer = str.split

    def step(self) -> int:
        return len(self.scheduler.running)

    def drain(self) -> None:
        while self.scheduler.running:
            self.step()

    def encode(self, text: str) -> list[str]:
        return self.tokenizer(text)


class Pool:
    def drain(self) -> None:
        pass

    def queue_depth(self) -> int:
        return 0

    def settle(self) -> None:
        pass


def make_engine(limit: int) -> Engine:
    return Engine(Config())
