"""What runs on a device; warming up tells the seconds that it took."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Times:
    seconds: float = 0.0


class Pair(NamedTuple):
    one: int
    other: int


class Size(int):
    pass


class Worker:
    def warm_up(self) -> float:
        return 0.5

    def profile(self) -> dict[str, float]:
        return {}

    def load(self) -> int | None:
        return None

    def save(self, path: str) -> str:
        return path

    def check(self) -> bool:
        return True

    def time(self) -> Times:
        return Times()

    def size(self) -> Size:
        return Size(1)

    def name(self) -> str:
        return "worker"

    def spread(self) -> Times:
        return Times()

    def pair(self) -> Pair:
        return Pair(1, 2)

    def share(self) -> Times:
        return Times()


class Engine:
    def __init__(self) -> None:
        self.worker = Worker()

    def start(self) -> float:
        return self.worker.warm_up() + 1.0
