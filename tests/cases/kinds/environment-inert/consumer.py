"""Sets variables that prov once read."""

import os
from os import environ

os.environ["PROV_USE_V1"] = "0"  # expect: environment-inert [PROV_USE_V1] because nothing reads it any more
os.environ.setdefault("PROV_BACKEND", "flash")  # expect: environment-inert [PROV_BACKEND] because nothing reads it any more
environ["PROV_TRACE"] = "1"  # expect: environment-inert [PROV_TRACE] because nothing asks for it any more
os.environ["PROV_LOG_LEVEL"] = "debug"  # expect-ok: environment-inert because it is still read
os.environ["PROV_CACHE"] = "cache"  # expect-ok: environment-inert because another module reads it now
os.environ["OURS_DEBUG"] = "1"  # expect-ok: environment-inert because it is our own
os.environ["PROV_OURS"] = "1"  # expect-ok: environment-inert because prov never read it


def old_engine() -> bool:
    return os.getenv("PROV_USE_V1") == "1"  # expect: environment-inert [PROV_USE_V1] because the answer decides nothing any more


def verbose() -> str:
    return os.environ.get("OURS_DEBUG", "0")  # expect-ok: environment-inert because it is our own
