"""One engine, many workers, called by the names of their methods."""

from typing import Any


class WorkerBase:
    def get_spec(self) -> dict[str, int]:
        return {}


class Worker(WorkerBase):
    def execute(self, batch: list[int]) -> int:
        return sum(batch)

    def profile(self, start: bool = True) -> None:
        self.profiling = start

    def sleep(self, level: int, keep: bool) -> None:
        self.level = level if keep else 0

    def wake_up(self, tags: list[str] | None = None, hurry: bool = False) -> None:
        self.tags = tags


class Engine:
    def __init__(self, model: str, worker_extension_cls: str = "") -> None:
        self.workers = [Worker()]

    def collective_rpc(
        self, method: str, timeout: float | None = None, args: tuple = (), kwargs: dict[str, Any] | None = None
    ) -> list[Any]:
        return [getattr(worker, method)(*args, **(kwargs or {})) for worker in self.workers]
