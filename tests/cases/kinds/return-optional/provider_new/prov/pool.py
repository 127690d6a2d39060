"""Requests that wait."""


class Request:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        self.name = ""


class Pool:
    def __init__(self) -> None:
        self.requests: dict[str, Request] = {}

    def find(self, name: str) -> Request | None:
        return self.requests.get(name)

    def waiting(self) -> list[Request] | None:
        return list(self.requests.values()) or None

    def newest(self) -> Request:
        return next(reversed(self.requests.values()))


def execute(batch: list[str]) -> list[str] | None:
    return batch or None
