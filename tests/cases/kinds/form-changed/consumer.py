"""Uses things as what they were."""

from prov.layers import Config, Engine, FusedExperts, Router, make_norm
from prov.ops import rotary


class NpuExperts(FusedExperts):  # expect: form-changed because a function cannot be subclassed
    def route(self, x):
        return x


def prepare(layer, config: Config):
    if isinstance(layer, FusedExperts):  # expect: form-changed because isinstance needs a class
        return rotary(8)  # expect: form-changed because the name is a module now
    return config.world_size + 1  # expect: form-changed because the property became a method


def start(config: Config, engine: Engine):
    if engine.is_sleeping():  # expect: form-changed because the method became a property
        return Engine.version_of("m")  # expect: form-changed because the static method needs an instance now
    return Engine.from_config(config)  # expect: form-changed because the class method needs an instance now


def still_fine(config: Config, engine: Engine):
    router = Router(8)  # expect-ok: form-changed because it is only called, which a function allows
    norm = make_norm(8)  # expect-ok: form-changed because a class can be called as the function was
    engine.tag("m")  # expect-ok: form-changed because a class method is called likewise
    return router, norm, config.depth, config.dtype  # expect-ok: form-changed because both are still read like attributes
