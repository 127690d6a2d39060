"""Runs batches on workers; sampling is a step of its own now."""


class Output:
    tokens: int = 0


class Executor:
    def execute(self, plan: list[int]) -> Output | None:
        self.plan = plan
        return None

    def sample(self, grammar: str | None = None) -> Output:
        return Output()

    def load(self, sizes: list[int]) -> None:
        self.sizes = sizes

    def warm_up(self) -> None:
        self.call("warm_up")

    def call(self, name: str) -> None:
        self.called = name

    def stop(self) -> None:
        self.sizes = []

    def pause(self) -> None:
        self.paused = True


class Core:
    def __init__(self) -> None:
        self.executor = Executor()
        self.executor.load([1])
        self.executor.warm_up()

    def step(self, plan: list[int]) -> Output:
        output = self.executor.execute(plan)
        if output is None:
            output = self.executor.sample(None)
        return output

    def close(self) -> None:
        self.executor.stop()

    def halt(self) -> None:
        self.executor.pause()
