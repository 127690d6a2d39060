"""The configuration decorator."""

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass


def config(cls):
    return dataclass(cls, config=ConfigDict(extra="forbid"))
