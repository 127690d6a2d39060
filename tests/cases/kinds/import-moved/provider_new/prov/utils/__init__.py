"""Odds and ends, sorted into modules."""

from .numbers import round_up as round_up

_MOVED = {"sha256": "prov.utils.hashing"}


def __getattr__(name: str):
    if name in _MOVED:
        from importlib import import_module

        return getattr(import_module(_MOVED[name]), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
