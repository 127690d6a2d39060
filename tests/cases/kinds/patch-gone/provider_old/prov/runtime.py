"""What happens while the engine runs."""


def gather(values: list[int]) -> int:
    return sum(values)


def scatter(value: int) -> list[int]:
    return [value]


def flush(values: list[int]) -> list[int]:
    return values[:0]


def rank() -> int:
    return 0


class Runner:
    def step(self, count: int) -> int:
        return count

    def profile(self) -> int:
        return 1

    def sleep(self) -> int:
        return 2
