"""The engine and its plan."""


def plan(config: object, groups: list[int], available: int) -> list[int]:
    return [available // max(1, group) for group in groups]


def launch(model: str, **kwargs: int) -> str:
    return model * kwargs.get("priority", 0)


class Client:
    def __init__(self, name: str) -> None:
        self.name = name


class LocalClient(Client):
    def ping(self) -> str:
        return self.name


class Request:
    def __init__(self, request_id: str, prompt: list[int]) -> None:
        self.request_id = request_id
        self.prompt = prompt


class Engine:
    def __init__(self, model: str, seed: int = 0) -> None:
        self.model = model
        self.seed = seed

    @classmethod
    def from_args(cls, model: str) -> "Engine":
        return cls(model)

    def add(self, prompt: str) -> None:
        self.last = prompt

    def _apply(self, seed: int = 0) -> None:
        self.seed = seed

    def configure(self, **settings: int) -> None:
        self._apply(**settings)
