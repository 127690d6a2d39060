"""All that prov reads from the environment."""

import os

VARIABLES = {
    "PROV_USE_V1": lambda: os.getenv("PROV_USE_V1", "1") == "1",
    "PROV_BACKEND": lambda: os.environ.get("PROV_BACKEND"),
    "PROV_LOG_LEVEL": lambda: os.getenv("PROV_LOG_LEVEL", "info"),
}

TRACE = "PROV_TRACE" in os.environ
CACHE = os.environ.get("PROV_CACHE", "")


def __getattr__(name: str):
    if name in VARIABLES:
        return VARIABLES[name]()
    raise AttributeError(name)
