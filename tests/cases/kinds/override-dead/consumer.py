"""A worker of our own, parts of which nobody calls any more."""

from prov.worker import Worker


class NpuWorker(Worker):
    def load(self):  # expect-ok: override-dead because the base still has it
        self.weights = b"npu"

    def profile(self):  # expect: override-dead because the base lost it and no provider code calls it
        return 4096

    @property
    def draft_tokens(self):  # expect: override-dead because the base lost it and no provider code reads it
        return 4

    def warm_up(self):  # expect-ok: override-dead because provider code still calls it where it exists
        self.warm = "npu"

    def reset_cache(self):  # expect-ok: override-dead because provider code still calls it by its name
        self.cache = b"npu"

    def pages(self):  # expect-ok: override-dead because it moved to a base of the base
        return 2

    def describe(self):  # expect-ok: override-dead because our own code calls it
        return "npu"

    def __len__(self):  # expect-ok: override-dead because the language calls it
        return len(self.describe())

    def tile(self):  # expect-ok: override-dead because it never overrode anything
        return 8
