"""Passes keywords, and is never told that nobody listens."""

from prov.engine import Engine, Rotary, Runner, attach, connect, launch, warm_up


def start():
    launch("m", swap_space=4)  # expect: keyword-swallowed [swap_space] because the body never looks into **engine_args
    engine = Engine("m", max_wait=0.1)  # expect: keyword-swallowed [max_wait] because the constructor throws it away
    engine.generate("hello", priority=3)  # expect: keyword-swallowed [priority] because the method never reads **kwargs
    return engine


def heard(engine: Engine):
    launch("m", dtype="half")  # expect-ok: keyword-swallowed because it has a parameter of its own
    warm_up(steps=2, capture=True)  # expect-ok: keyword-swallowed because the body pops it
    attach("a", timeout=2.0)  # expect-ok: keyword-swallowed because the body looks for the key
    connect("h", port=8080)  # expect-ok: keyword-swallowed because it is handed to something that takes it
    Runner(depth=2, width=3)  # expect-ok: keyword-swallowed because every key becomes an attribute
    Rotary(theta=2.0)  # expect-ok: keyword-swallowed because it comes to `__post_init__`
    return engine.tune(level=1)  # expect-ok: keyword-swallowed because all values are used
