"""What a forward pass needs to know."""

from contextlib import contextmanager


@contextmanager
def forward_context(meta: object, config: object, num_tokens: int | None = None, across: int | None = None):
    yield meta, config, num_tokens, across


def copy_blocks(target: list[int], source: list[int]) -> None:
    target[:] = source


def resize(pool: list[int], max_num_seqs: int) -> list[int]:
    return pool[:max_num_seqs]


def log(message: str, level: int = 0, color: bool = False) -> str:
    return message * level


class Pool:
    def __init__(self, size: int, dtype: str = "auto", device: str = "cpu") -> None:
        self.size = size
        self.dtype = dtype
        self.device = device

    def reserve(self, count: int, priority: int = 0, owner: str = "", pinned: bool = False) -> None:
        self.last = (count, priority, owner, pinned)

    def lend(self, index: int, owner: str) -> None:
        self.last = (index, owner)

    def release(self, index: int, owner: str = "") -> None:
        self.last = (index, owner)
