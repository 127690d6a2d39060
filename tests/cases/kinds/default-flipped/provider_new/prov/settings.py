"""What is set when nobody sets it."""

from pydantic import Field

from prov.limits import MAX_TOKENS, PATIENCE
from prov.wrap import config


_cache = {}
_seen = [0]
_rounds = 2


def lookup(name: str, cache=_cache, seen: list[int] = _seen) -> object:
    return cache.get(name) or seen


def retry(name: str, patience: int = PATIENCE, rounds: int = _rounds) -> str:
    return name * patience * rounds


@config
class CacheSettings:
    prefix_caching: bool = True
    utilization: float = Field(default=0.92, gt=0, le=1)


@config
class SchedulerSettings:
    async_scheduling: bool | None = None
    block_size: int = Field(default=None, gt=0)


@config
class Tuning:
    tokens: int = MAX_TOKENS
    batch: int = 1_024
    mode: str = "fast"
    tags: list[str] = Field(default_factory=list)


def schedule(requests: list[str], chunked: bool = True) -> list[str]:
    return requests[:1] if chunked else requests


def export(model: str, dynamo: bool = True, version: int = 17) -> str:
    return f"{model}{dynamo}{version}"


def greet(name: str | None = None, limit: int = 0x400) -> str:
    return (name or "you")[:limit]


class Engine:
    def __init__(self, model: str, eager: bool = False) -> None:
        self.model = model
        self.eager = eager

    def step(self, timeout: float | None = 5.0) -> float | None:
        return timeout


def assign(plan: str | None = None) -> str | None:
    return plan


def wrapped(by: str | None = None) -> str | None:
    return by
