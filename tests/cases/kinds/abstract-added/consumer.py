"""Fills in what was abstract once."""

from abc import abstractmethod

from prov.connector import BufferedConnector, Codec, Connector


class DiskConnector(Connector):  # expect: abstract-added [close] because it cannot be instantiated any more
    def load(self, key):
        return key.encode()

    def save(self, key, data):
        self.last = (key, data)


class MemoryConnector(BufferedConnector):  # expect: abstract-added [close] because the class between does not fill it in
    def load(self, key):
        return self.pending[1]


class Zip(Codec):  # expect: abstract-added [level] because a property can be abstract too
    def encode(self, data):
        return data[::2]


class Closing:
    def close(self):
        self.last = None


class PoliteConnector(Closing, Connector):  # expect-ok: abstract-added because a mixin has it
    def load(self, key):
        return b""

    def save(self, key, data):
        self.last = key


class Ready(Connector):  # expect-ok: abstract-added because it has had it all along
    def load(self, key):
        return b""

    def save(self, key, data):
        self.last = key

    def close(self):
        self.last = None


class Partial(Connector):  # expect-ok: abstract-added because it is abstract itself
    @abstractmethod
    def address(self): ...

    def load(self, key):
        return self.address()

    def save(self, key, data):
        self.last = key


class Whole(Partial):  # expect-ok: abstract-added because it fills everything in
    def address(self):
        return b""

    def close(self):
        self.last = None


class Raw(Codec):  # expect-ok: abstract-added because a class attribute fills it in
    level = 0

    def encode(self, data):
        return data


def connect():
    return DiskConnector(), MemoryConnector(), Zip(), PoliteConnector(), Ready(), Whole(), Raw()
