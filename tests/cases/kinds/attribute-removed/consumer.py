"""Drives an engine, and knows the class of nearly everything it touches."""

from typing import Optional

from prov import envs
from prov.engine import Block, Config, Engine, Layer, Options, Relay, Remote, Scheduler, Session, make_engine


def depth(scheduler: Scheduler) -> int:
    return scheduler.queue_depth()  # expect: attribute-removed because the parameter's annotation names the class


def once() -> None:
    engine = Engine(Config())
    engine.step()  # expect-ok: attribute-removed because it has stayed
    engine.drain()  # expect: attribute-removed because the variable was made by the constructor


class Driver:
    def __init__(self, config: Config) -> None:
        self.engine = Engine(config)

    def stop(self) -> int:
        self.engine.drain()  # expect: attribute-removed because __init__ put an Engine there
        return self.engine.scheduler.queue_depth()  # expect: attribute-removed because the provider's own attribute is followed


def direct() -> None:
    make_engine(4).drain()  # expect: attribute-removed because the function returns an Engine


def narrowed(thing: object) -> int:
    if isinstance(thing, Scheduler):
        return thing.queue_depth()  # expect: attribute-removed because isinstance tells the class
    return 0


def each(engines: list[Engine]) -> None:
    for engine in engines:
        engine.drain()  # expect: attribute-removed because the list's annotation tells the class of its items


def session() -> None:
    with Session() as live:
        live.settle()  # expect: attribute-removed because __enter__ returns a Session


def walrus() -> None:
    if engine := make_engine(2):
        engine.drain()  # expect: attribute-removed because the walrus binds an Engine


def perhaps(engine: Optional[Engine]) -> None:
    if engine is not None:
        engine.drain()  # expect: attribute-removed because the Optional was narrowed


def generation() -> str:
    if envs.LOG_LEVEL == "debug":  # expect-ok: attribute-removed because it is still defined
        return "debug"
    return "one" if envs.USE_V1 else "two"  # expect: attribute-removed because the module no longer defines it


def moved(engine: Engine) -> object:
    engine.encode("a b")  # expect-ok: attribute-removed because a new base brings it
    engine.tokenizer("a b")  # expect-ok: attribute-removed because it is a property now
    return engine.version  # expect-ok: attribute-removed because __init__ sets it now


def slotted(block: Block, remote: Remote, options: Options) -> int:
    count = block.references  # expect-ok: attribute-removed because it is a slot
    count += remote.rank  # expect-ok: attribute-removed because __getattr__ may serve it
    return count + options.seed  # expect-ok: attribute-removed because the constructor sets whatever it is given


def relayed(relay: Relay) -> list[str]:
    return relay.configure  # expect-ok: attribute-removed because the class declares that it serves names at run time


class OwnLayer(Layer):
    def load(self) -> None:
        self.packed = [self.width]


def weights(layer: Layer) -> list:
    total = [layer.scale]  # expect-ok: attribute-removed because a function beside the class sets it on what it is given
    total += [layer.folded]  # expect-ok: attribute-removed because the class itself counts on it
    total += [layer.packed]  # expect-ok: attribute-removed because the consumer's own class below has it
    return total + [layer.bias]  # expect: attribute-removed because nothing sets it any more


def careful(engine: Engine, scheduler: Scheduler) -> int:
    if hasattr(engine, "drain"):
        engine.drain()  # expect-ok: attribute-removed because it was asked for first
    try:
        engine.drain()  # expect-ok: attribute-removed because its absence is handled
    except AttributeError:
        engine.step()
    asked = getattr(scheduler, "queue_depth", None)  # expect-ok: attribute-removed because there is a default
    if not hasattr(scheduler, "queue_depth"):
        return 0 if asked is None else 1
    return scheduler.queue_depth()  # expect-ok: attribute-removed because the function has left otherwise


def own(engine: Engine) -> str:
    engine.label = "mine"
    return engine.label  # expect-ok: attribute-removed because it was assigned here


def rebound(pool) -> None:
    engine = Engine(Config())
    engine.step()
    engine = pool
    engine.drain()  # expect-ok: attribute-removed because the name means something else by now
