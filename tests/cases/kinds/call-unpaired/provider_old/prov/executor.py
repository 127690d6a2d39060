"""Runs batches on workers."""


class Output:
    tokens: int = 0


class Executor:
    def execute(self, plan: list[int]) -> Output:
        return Output()

    def load(self, sizes: list[int]) -> None:
        self.sizes = sizes
        self.call("warm_up")

    def call(self, name: str) -> None:
        self.called = name

    def stop(self) -> None:
        self.sizes = []


class Core:
    def __init__(self) -> None:
        self.executor = Executor()
        self.executor.load([1])

    def step(self, plan: list[int]) -> Output:
        return self.executor.execute(plan)
