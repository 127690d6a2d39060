"""Answers of many workers."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any


@dataclass
class Stats:
    tokens: int = 0


class Worker:
    def states(self) -> list[int]:
        return [1]

    def sizes(self) -> list[int]:
        return [2]

    def reset(self) -> None:
        self.clean = True


class Executor:
    def __init__(self) -> None:
        self.workers = [Worker(), Worker()]

    def collective_rpc(
        self, method: str, args: tuple = (), non_block: bool = False, unique_reply_rank: int | None = None
    ) -> Any | list[Any] | Future[Any | list[Any]]:
        output_rank = unique_reply_rank
        workers = self.workers if output_rank is None else [self.workers[output_rank]]

        def get_response():
            replies = []
            for worker in workers:
                replies.append(getattr(worker, method)(*args))
            return replies[0] if output_rank is not None else replies

        return get_response()

    def devices(self) -> str:
        return "cpu"

    def stats(self) -> Stats:
        return Stats(tokens=1)

    def names(self) -> Sequence[str]:
        return ("a",)

    def shards(self) -> list[int] | Future[list[int]]:
        return [1]
