"""What is set when nobody sets it."""

from dataclasses import field
from typing import Optional

from pydantic import Field

from prov.limits import DEFAULT_TOKENS, PATIENCE
from prov.wrap import config


_cache = dict()
_seen = []
_rounds = 1


def lookup(name: str, cache=_cache, seen: list[int] = _seen) -> object:
    return cache.get(name) or seen


def retry(name: str, patience: int = PATIENCE, rounds: int = _rounds) -> str:
    return name * patience * rounds


@config
class CacheSettings:
    prefix_caching: bool = False
    utilization: float = 0.9


@config
class SchedulerSettings:
    async_scheduling: bool = False
    block_size: Optional[int] = None


@config
class Tuning:
    tokens: int = DEFAULT_TOKENS
    batch: int = 1024
    mode: str = 'fast'
    tags: list[str] = field(default_factory=list)


def schedule(requests: list[str], chunked: bool = False) -> list[str]:
    return requests[:1] if chunked else requests


def export(model: str, dynamo: bool = False, version: int = 17) -> str:
    return f"{model}{dynamo}{version}"


def greet(name: Optional[str] = None, limit: int = 1024) -> str:
    return (name or "you")[:limit]


class Engine:
    def __init__(self, model: str, eager: bool = True) -> None:
        self.model = model
        self.eager = eager

    def step(self, timeout: float | None = None) -> float | None:
        return timeout


def assign(plan: str | None = 'prov.plans.Plan') -> str | None:
    return plan


def wrapped(by: str | None = 'prov.wrap.config') -> str | None:
    return by
