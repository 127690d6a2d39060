"""All that prov reads from the environment."""

import os

from prov.flags import flag, text

VARIABLES = {
    "PROV_LOG_LEVEL": lambda: os.getenv("PROV_LOG_LEVEL", "info"),
}

CACHE = text("CACHE")
VERBOSE = flag("PROV_VERBOSE")


def __getattr__(name: str):
    if name in VARIABLES:
        return VARIABLES[name]()
    raise AttributeError(name)
