"""The web server."""

from dataclasses import dataclass


def init_state(engine: object, config: object, state: dict, args: object) -> None:
    state.update(engine=engine, config=config, args=args)


def connect(host: str, port: int = 80) -> str:
    return f"{host}:{port}"


def log(message: str, level: int = 0) -> str:
    return message * level


@dataclass
class Limits:
    soft: int = 1
    hard: int = 2


class Engine:
    def __init__(self, model: str, seed: int = 0) -> None:
        self.model = model
        self.seed = seed

    def abort(self, request_id: str, quiet: bool = False) -> None:
        self.last = (request_id, quiet)

    def finish(self, request_id: str, status: str = "done") -> None:
        self.last = (request_id, status)
