"""A small serving engine."""

from .params import *
from .version import __version__ as __version__

_LAZY = {"Engine": ".engine:Engine", "RequestOutput": ".engine:RequestOutput"}


def __getattr__(name: str):
    from importlib import import_module

    if name in _LAZY:
        module, _, attribute = _LAZY[name].partition(":")
        return getattr(import_module(module, __package__), attribute)
    raise AttributeError(name)
