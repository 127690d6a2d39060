"""Where caches are kept."""

from abc import ABC, abstractmethod


class Connector(ABC):
    @abstractmethod
    def load(self, key: str) -> bytes: ...

    @abstractmethod
    def save(self, key: str, data: bytes) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def describe(self) -> str:
        raise NotImplementedError


class Codec(ABC):
    @abstractmethod
    def encode(self, data: bytes) -> bytes: ...

    @property
    @abstractmethod
    def level(self) -> int: ...


class BufferedConnector(Connector):
    def save(self, key: str, data: bytes) -> None:
        self.pending = (key, data)
