"""Calls methods of the workers by their names."""

from prov.engine import Engine


class Capture:
    """Mixed into the worker by its dotted path."""

    def setup_capture(self, layers):
        self.layers = layers

    def reset_capture(self):
        self.layers = []

    def take_states(self, rank, last=False):
        return self.layers


def start() -> Engine:
    return Engine("m", worker_extension_cls="consumer.Capture")


def run(engine: Engine, name: str):
    engine.collective_rpc("profile")  # expect: rpc-removed [profile] because no worker has it now
    engine.collective_rpc("sleep", args=(1, True))  # expect: rpc-removed [sleep] because it takes one argument now
    engine.collective_rpc("wake_up", kwargs={"hurry": True})  # expect: rpc-removed [hurry] because it no longer takes that keyword
    engine.collective_rpc("execute", args=([1, 2],))  # expect-ok: rpc-removed because the worker has it
    engine.collective_rpc("get_spec")  # expect-ok: rpc-removed because the worker's base has it
    engine.collective_rpc("wake_up", kwargs={"tags": ["a"]})  # expect-ok: rpc-removed because that keyword is still taken
    return engine.collective_rpc(name)  # expect-ok: rpc-removed because the name is only known at run time


def capture(engine):
    engine.collective_rpc("setup_capture", args=([0, 1],))  # expect-ok: rpc-removed because the extension has it
    engine.collective_rpc("reset_capture")  # expect-ok: rpc-removed because the extension has it
    return engine.collective_rpc("take_states", args=(0,))  # expect-ok: rpc-removed because the extension has it, with a default


def profile(engine):
    return engine.collective_rpc("profile", args=(False,))  # expect: rpc-removed [profile] because no worker has it, whatever the engine's class
