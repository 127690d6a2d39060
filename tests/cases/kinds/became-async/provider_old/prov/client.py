"""Talking to an engine."""

from collections.abc import AsyncIterator


class Client:
    def encode(self, text: str) -> list[int]:
        return [len(text)]

    async def reset(self) -> None:
        self.text = ""

    async def ping(self) -> bool:
        return True

    async def flush(self) -> None:
        self.text = ""

    async def stream(self, text: str) -> AsyncIterator[str]:
        for letter in text:
            yield letter

    def abort(self, name: str) -> None:
        self.text = name


def health(url: str) -> bool:
    return bool(url)


def version() -> str:
    return "1.0"
