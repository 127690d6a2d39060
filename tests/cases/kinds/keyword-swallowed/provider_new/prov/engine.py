"""Launching."""

from dataclasses import dataclass

from huggingface_hub.dataclasses import strict


def launch(model: str, *, dtype: str = "auto", **engine_args: object) -> tuple[str, str]:
    return model, dtype


def warm_up(steps: int = 1, **kwargs: object) -> int:
    if kwargs.pop("capture", False):
        return steps * 2
    return steps


def attach(name: str, **options: float) -> tuple[str, float]:
    return name, options["timeout"] if "timeout" in options else 1.0


def _open(host: str, port: int = 80) -> str:
    return f"{host}:{port}"


def connect(host: str, **address: int) -> str:
    return _open(host, **address)


class Engine:
    def __init__(self, model: str, **_: object) -> None:
        self.model = model

    def generate(self, prompt: str, **kwargs: object) -> str:
        return prompt

    def tune(self, **levels: int) -> int:
        return sum(levels.values())


class Runner:
    def __init__(self, **settings: int) -> None:
        for name, value in settings.items():
            setattr(self, name, value)


@strict(accept_kwargs=True)
@dataclass
class Rotary:
    parameters: dict[str, float] | None = None

    def __post_init__(self, **kwargs: float) -> None:
        self.parameters = {"theta": kwargs.pop("theta", 1.0)}
