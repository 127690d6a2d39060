"""What runs on a device; warming up tells the seconds that it took."""


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


class Engine:
    def __init__(self) -> None:
        self.worker = Worker()

    def start(self) -> float:
        return self.worker.warm_up() + 1.0
