"""The commands of prov."""

import argparse
from dataclasses import dataclass, fields


@dataclass
class Front:
    ssl_keyfile: str | None = None


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--enable-cache", action=argparse.BooleanOptionalAction)
    made.add_argument("--enable-log-requests", action="store_true")
    made.add_argument("--port", type=int)
    made.add_argument("--host")
    made.add_argument("--runner")
    for each in fields(Front):
        made.add_argument(f"--{each.name.replace('_', '-')}")
    return made
