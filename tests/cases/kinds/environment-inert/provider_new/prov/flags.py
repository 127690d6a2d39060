import os


def flag(name: str) -> bool:
    return os.environ.get(name, "0") == "1"


def text(name: str) -> str:
    return os.environ.get("PROV_CACHE" if name == "CACHE" else name, "")
