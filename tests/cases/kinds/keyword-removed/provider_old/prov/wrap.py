"""The configuration decorator: validates fields, refuses unknown ones."""

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass


def config(cls=None, *, config=None, **settings):
    merged = ConfigDict(extra="forbid")
    if config is not None:
        merged.update(config)

    def wrap(cls):
        return dataclass(cls, config=merged, **settings)

    return wrap if cls is None else wrap(cls)
