"""Answers of many workers."""

from collections.abc import Sequence
from typing import Any


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

    def collective_rpc(self, method: str, args: tuple = (), unique_reply_rank: int | None = None) -> list[Any]:
        workers = self.workers if unique_reply_rank is None else [self.workers[unique_reply_rank]]
        replies = []
        for worker in workers:
            replies.append(getattr(worker, method)(*args))
        return replies

    def devices(self) -> list[str]:
        return ["cpu"]

    def stats(self) -> dict[str, int]:
        return {"tokens": 1}

    def names(self) -> list[str]:
        return ["a"]

    def shards(self) -> list[int]:
        return [1]
