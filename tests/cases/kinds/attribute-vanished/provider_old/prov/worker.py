"""One process of many."""


class Worker:
    def __init__(self, rank: int) -> None:
        self.rank = rank

    def scratch_buffer(self) -> bytearray:
        return bytearray(16)

    def load(self, path: str) -> None:
        self.path = path


class Engine:
    def __init__(self, model: str, worker_extension_cls: str = "") -> None:
        self.model = model
        self.worker_extension_cls = worker_extension_cls
