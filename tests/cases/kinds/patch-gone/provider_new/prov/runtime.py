"""What happens while the engine runs."""


def rank() -> int:
    return 0


class Sleeper:
    def sleep(self) -> int:
        return 2


class Runner(Sleeper):
    def step(self, count: int) -> int:
        return count
