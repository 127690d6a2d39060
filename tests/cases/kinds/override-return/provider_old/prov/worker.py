"""What runs on a device."""


class Worker:
    def warm_up(self) -> None:
        self.warm = True

    def profile(self) -> None:
        self.profiled = True

    def load(self) -> None:
        self.loaded = True

    def save(self, path: str):
        self.path = path

    def check(self) -> bool:
        return True

    def time(self) -> float:
        return 1.0

    def size(self) -> int:
        return 1

    def name(self) -> str:
        return "worker"

    def spread(self) -> int:
        return 1

    def pair(self) -> tuple:
        return 1, 2

    def share(self) -> float:
        return 1.0
