"""The commands of prov."""

import argparse


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--swap-space", type=int)
    made.add_argument("--task")
    made.add_argument("--enable_cache", action=argparse.BooleanOptionalAction)
    made.add_argument("--log-requests", action="store_true")
    made.add_argument("--ssl-keyfile")
    made.add_argument("--port", type=int)
    made.add_argument("--host")
    return made
