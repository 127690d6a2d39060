"""Where caches are kept."""

from abc import ABC, abstractmethod


class Connector(ABC):
    @abstractmethod
    def load(self, key: str) -> bytes: ...

    @abstractmethod
    def save(self, key: str, data: bytes) -> None: ...

    def describe(self) -> str:
        return "connector"


class Codec(ABC):
    @abstractmethod
    def encode(self, data: bytes) -> bytes: ...


class BufferedConnector(Connector):
    def save(self, key: str, data: bytes) -> None:
        self.pending = (key, data)
