"""Fills what had to be filled once."""

import functools

from prov.core import Base, CacheConfig, Engine, Scheduler, SchedulerConfig, Slot, Tick, build, resize, submit


def configure(manager):
    config = SchedulerConfig(max_seqs=4)  # expect: argument-required [is_encoder_decoder] because an InitVar has no default
    cache = CacheConfig(dtype="half")  # expect: argument-required [block_size] because the field lost its default
    tick = Tick(step=1)  # expect: argument-required [clock] because the struct gained a field
    slot = Slot(start=0)  # expect: argument-required [stop] because the named tuple gained a field
    return Scheduler(config=config, manager=manager), cache, tick, slot  # expect: argument-required [block_size] because __init__ demands it


def run(config, request, engine: Engine):
    build(config)  # expect: argument-required [device] because a keyword-only parameter has no default
    submit("hello")  # expect: argument-required [params] because its default was dropped
    return engine.blocks(request=request)  # expect: argument-required [computed] because the method demands it


class Mine(Base):
    def __init__(self, config):
        super().__init__(config)  # expect: argument-required [cache] because the base's __init__ demands it
        self.mine = True


class Plain(Base):
    """Has no constructor of its own."""


def plain(config):
    return Plain(config)  # expect: argument-required [cache] because the inherited __init__ demands it


def filled(config, options, rest, manager, engine: Engine):
    submit("hello", None)  # expect-ok: argument-required because it is passed by position
    build(config, **options)  # expect-ok: argument-required because it may be in there
    Scheduler(*rest)  # expect-ok: argument-required because a star may fill anything
    resize(4)  # expect-ok: argument-required because the new parameter has a default
    CacheConfig(block_size=16)  # expect-ok: argument-required because it was passed all along
    later = functools.partial(build, config)  # expect-ok: argument-required because the rest may still come
    return later, engine.blocks(request="r", **options)  # expect-ok: argument-required because it may be in there
