# provider: transformers==4.57.6 baseline: transformers==4.57.6
# provider: transformers==5.0.0 baseline: transformers==4.57.6
"""Code that is run, but not a configuration's."""

from transformers import PretrainedConfig


class ScriptConfig(PretrainedConfig):
    script: str = ""


def run(config: ScriptConfig) -> dict:
    names = {"config": config}
    exec(config.script, names)
    return names
