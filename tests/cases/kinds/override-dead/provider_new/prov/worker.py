"""One process of many."""


class PageMixin:
    def pages(self) -> int:
        return 1


class Worker(PageMixin):
    def load(self) -> None:
        self.weights = b""


class Runner:
    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def call(self, name: str) -> None:
        getattr(self.worker, name)()

    def start(self, loaded) -> int:
        self.worker.load()
        self.call("reset_cache")
        if hasattr(loaded, "warm_up"):
            loaded.warm_up()
        return self.worker.pages()
