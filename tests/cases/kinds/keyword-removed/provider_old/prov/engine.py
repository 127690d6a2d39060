"""The engine and its plan."""


def plan(config: object, groups: list[int], specs: dict[str, int], available: int) -> list[int]:
    return [available // specs[str(group)] for group in groups]


def launch(model: str, priority: int = 0) -> str:
    return model * priority


class Client:
    def __init__(self, name: str, retries: int = 3) -> None:
        self.name = name
        self.retries = retries


class LocalClient(Client):
    def ping(self) -> str:
        return self.name


class Request:
    def __init__(self, request_id: str, prompt: list[int], eos_token_id: int | None = None) -> None:
        self.request_id = request_id
        self.prompt = prompt
        self.eos_token_id = eos_token_id


class Engine:
    def __init__(self, model: str, seed: int = 0) -> None:
        self.model = model
        self.seed = seed

    @classmethod
    def from_args(cls, model: str, usage: str = "server") -> "Engine":
        return cls(model + usage)

    def add(self, prompt: str, lora: str | None = None) -> None:
        self.last = (prompt, lora)

    def _apply(self, seed: int = 0) -> None:
        self.seed = seed

    def configure(self, seed: int = 0) -> None:
        self._apply(seed)
