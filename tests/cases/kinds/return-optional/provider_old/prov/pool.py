"""Requests that wait."""


class Request:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        self.name = ""


class Pool:
    def __init__(self) -> None:
        self.requests: list[Request] = []

    def find(self, name: str) -> Request:
        return next(request for request in self.requests if request.name == name)

    def waiting(self) -> list[Request]:
        return self.requests

    def newest(self) -> Request | None:
        return self.requests[-1] if self.requests else None


def execute(batch: list[str]) -> list[str]:
    return batch
