"""Talking to an engine."""

from collections.abc import AsyncIterator, Awaitable


class Client:
    async def encode(self, text: str) -> list[int]:
        return [len(text)]

    def reset(self) -> None:
        self.text = ""

    async def ping(self) -> bool:
        return True

    def flush(self) -> Awaitable[None]:
        return self._flush()

    async def _flush(self) -> None:
        self.text = ""

    def stream(self, text: str) -> AsyncIterator[str]:
        return self._stream(text)

    async def _stream(self, text: str) -> AsyncIterator[str]:
        for letter in text:
            yield letter

    async def abort(self, name: str) -> None:
        self.text = name


async def health(url: str) -> bool:
    return bool(url)


def version() -> str:
    return "2.0"
