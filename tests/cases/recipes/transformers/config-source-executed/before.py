# provider: transformers==5.0.0 baseline: transformers==4.57.6
"""Longer contexts, by running the sources of configurations anew."""

import inspect

from transformers import PretrainedConfig


def longer(config_class, now):
    source = inspect.getsource(config_class).replace("2048", str(now))
    names = {"PretrainedConfig": PretrainedConfig}
    exec(source, names)
    return names[config_class.__name__]
