"""Workers of our own."""

from prov.worker import Worker


class Plain(Worker):
    def warm_up(self):  # expect: override-return [float] because the engine adds the seconds up
        self.ready = True

    def profile(self):  # expect: override-return because a mapping is expected now
        return

    def load(self):  # expect-ok: override-return because None is allowed
        self.loaded = True

    def save(self, path):  # expect-ok: override-return because the base said nothing before
        self.path = path

    def check(self):  # expect-ok: override-return because the base gave a value before too
        self.checked = True


class Careful(Worker):
    def warm_up(self):  # expect-ok: override-return because it returns what the base does
        return super().warm_up()

    def profile(self):  # expect-ok: override-return because it only raises
        raise NotImplementedError("no profile here")
