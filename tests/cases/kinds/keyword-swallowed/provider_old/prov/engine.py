"""Launching."""


def launch(model: str, *, dtype: str = "auto", swap_space: int = 0) -> tuple[str, str, int]:
    return model, dtype, swap_space


def warm_up(steps: int = 1, capture: bool = False) -> int:
    return steps * (2 if capture else 1)


def attach(name: str, timeout: float = 1.0) -> tuple[str, float]:
    return name, timeout


def connect(host: str, port: int = 80) -> str:
    return f"{host}:{port}"


class Engine:
    def __init__(self, model: str, max_wait: float = 1.0) -> None:
        self.model = model
        self.max_wait = max_wait

    def generate(self, prompt: str, priority: int = 0) -> str:
        return prompt * priority

    def tune(self, level: int = 0, margin: int = 0) -> int:
        return level + margin


class Runner:
    def __init__(self, depth: int = 1, width: int = 1) -> None:
        self.depth = depth
        self.width = width


class Rotary:
    def __init__(self, theta: float = 1.0) -> None:
        self.theta = theta
