"""Devices of our own, plugged in where prov expects its own."""

from prov.platform import Platform, Worker


class Npu(Platform):
    def get_backend(self, name, dtype):  # expect: override-narrower [attn_type] because the provider passes a third argument now
        return "npu"

    def embed(self, ids):  # expect: override-narrower [disable_tp] because the provider passes the new optional one
        return ids

    def execute(self, batch):  # expect: override-narrower [scheduled] because the provider passes it under another name now
        return len(batch)

    def seed(self, value):  # expect-ok: override-narrower because nobody passes the new optional one
        self.value = value

    def name(self):  # expect-ok: override-narrower because nothing changed
        return "npu"

    def _reset(self, hard):  # expect-ok: override-narrower because it overrides nothing
        self.value = hard


class Tpu(Platform):
    def get_backend(self, *args):  # expect-ok: override-narrower because *args takes the third one too
        return "tpu"

    def embed(self, ids, **kwargs):  # expect-ok: override-narrower because **kwargs takes the new one
        return ids

    def memory(self, index, unit="B"):  # expect-ok: override-narrower because it has the new one already
        return index


class Kept(Platform):
    def __init__(self, index):  # expect-ok: override-narrower because only this code makes such objects
        super().__init__(index)

    @classmethod
    def of_kind(cls, kind):  # expect-ok: override-narrower because the provider asks its own class by name
        return cls(len(kind))


class Given(Platform):
    def __init__(self, index):  # expect: override-narrower [lazy] because the provider makes the objects
        super().__init__(index)


def start():
    if isinstance(Kept(0), Kept):
        return Worker.of(Given)
    return Kept(1)


class Detached:
    def embed(self, ids):  # expect-ok: override-narrower because its class is nobody's subclass
        return ids
