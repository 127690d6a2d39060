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
