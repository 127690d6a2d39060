"""A model and what runs it."""


def gather(values: list[int]) -> int:
    return sum(values)


def trim(values: list[int]) -> list[int]:
    return values[:4]


def pad(values: list[int]) -> list[int]:
    return values


class LlamaModel:
    def compute_logits(self, hidden: list[int], metadata: dict[str, int]) -> list[int]:
        return [value + metadata["bias"] for value in hidden]

    def forward(self, ids: list[int], positions: list[int]) -> list[int]:
        return ids

    def embed(self, ids: list[int]) -> list[int]:
        return ids


class Runner:
    def __init__(self, model: LlamaModel) -> None:
        self.model = model

    def run(self, ids: list[int]) -> int:
        hidden = self.model.forward(self.model.embed(ids), positions=ids)
        return gather(trim(pad(self.model.compute_logits(hidden, {"bias": 1}))))
