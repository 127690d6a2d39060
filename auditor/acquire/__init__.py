"""From what the user names to a `Distribution`: folders, archives, environments, indexes."""

from .acquisition import Acquisition, Progress, Release, ReleaseFile
from .baseline import baseline_requirement
from .environment import Environment, find_environment
from .hub import find_model
from .index import releases
from .naming import find_consumer, find_provider

__all__ = [
    "Acquisition",
    "Environment",
    "Progress",
    "Release",
    "ReleaseFile",
    "baseline_requirement",
    "find_consumer",
    "find_environment",
    "find_model",
    "find_provider",
    "releases",
]
