"""One process of many."""


class Worker:
    priority = 0

    def __len__(self) -> int:
        return 1

    def load(self) -> None:
        self.weights = b""

    def profile(self) -> int:
        return 0

    @property
    def draft_tokens(self) -> int:
        return 0

    def warm_up(self) -> None:
        self.warm = True

    def describe(self) -> str:
        return "worker"

    def reset_cache(self) -> None:
        self.cache = b""

    def pages(self) -> int:
        return 1


class Runner:
    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def start(self) -> int:
        self.worker.load()
        self.worker.warm_up()
        self.worker.reset_cache()
        return self.worker.profile() + self.worker.draft_tokens + self.worker.pages() + len(self.worker.describe())
