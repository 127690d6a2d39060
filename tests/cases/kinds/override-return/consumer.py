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


class Timed(Worker):
    def time(self) -> float:  # expect: override-return [Times] because the engine reads its fields
        return 0.5

    def size(self) -> int:  # expect-ok: override-return because the new class is a number
        return 1

    def name(self) -> str:  # expect-ok: override-return because the base still gives a text
        return "timed"

    def spread(self) -> "float":  # expect-ok: override-return because what it gives was never the base's
        return 0.1

    def pair(self) -> tuple:  # expect-ok: override-return because a named tuple is a tuple
        return 1, 2

    def share(self):  # expect-ok: override-return because nothing says what the override gives
        return other_share(self)


def other_share(worker):
    return worker
