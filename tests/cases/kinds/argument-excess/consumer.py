"""Calls by position."""

from prov.server import Engine, Limits, connect, init_state, log


def start(config, state, args):
    engine = Engine("m", 7)  # expect: argument-excess [seed] because it is keyword-only now
    init_state(engine, config, state, args)  # expect: argument-excess because one of four parameters is gone
    engine.abort("r0", True)  # expect: argument-excess because the method takes one argument now
    return connect("localhost", 8000)  # expect: argument-excess [port] because it is keyword-only now


def limits():
    return Limits(1, 2)  # expect: argument-excess because all fields are keyword-only now


def fits(engine: Engine, everything, rest):
    init_state(*everything)  # expect-ok: argument-excess because nobody knows how many these are
    init_state(engine, *rest)  # expect-ok: argument-excess because nobody knows how many follow
    connect("localhost", port=8000)  # expect-ok: argument-excess because it is passed by keyword
    log("ready", 3)  # expect-ok: argument-excess because there is room for more even
    engine.abort("r0")  # expect-ok: argument-excess because one is what it takes
    engine.finish("r0", "stopped")  # expect-ok: argument-excess because there is room
    return Limits(soft=1, hard=2)  # expect-ok: argument-excess because both are passed by keyword
