"""A model and what runs it."""


def gather(values: list[int], dim: int) -> int:
    return sum(values[dim:])


def trim(values: list[int], limit: int = 4) -> list[int]:
    return values[:limit]


def pad(values: list[int]) -> list[int]:
    return values


class LlamaModel:
    def compute_logits(self, hidden: list[int]) -> list[int]:
        return [value + 1 for value in hidden]

    def forward(self, ids: list[int], positions: list[int], residual: list[int] | None = None) -> list[int]:
        return ids + (residual or [])

    def embed(self, ids: list[int]) -> list[int]:
        return ids


class Runner:
    def __init__(self, model: LlamaModel) -> None:
        self.model = model

    def run(self, ids: list[int]) -> int:
        hidden = self.model.forward(self.model.embed(ids), positions=ids, residual=[1])
        return gather(trim(pad(self.model.compute_logits(hidden))), 1)
