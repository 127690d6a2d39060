"""What a forward pass needs to know."""

from contextlib import contextmanager


@contextmanager
def forward_context(meta: object, config: object, virtual_engine: int = 0, num_tokens: int | None = None):
    yield meta, config, virtual_engine, num_tokens


def copy_blocks(source: list[int], target: list[int]) -> None:
    target[:] = source


def resize(pool: list[int], num_seqs: int) -> list[int]:
    return pool[:num_seqs]


def log(message: str, level: int = 0) -> str:
    return message * level


class Pool:
    def __init__(self, size: int, device: str = "cpu") -> None:
        self.size = size
        self.device = device

    def reserve(self, count: int, owner: str = "", pinned: bool = False) -> None:
        self.last = (count, owner, pinned)

    def lend(self, owner: str, index: int, until: int) -> None:
        self.last = (owner, index, until)

    def release(self, index: int, owner: str = "") -> None:
        self.last = (index, owner)
