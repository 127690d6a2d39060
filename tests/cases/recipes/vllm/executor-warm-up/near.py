# provider: vllm==0.32.0 baseline: vllm==0.11.0
# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Workers that warm up already, or at once with their caches."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


def ready(config, layout):
    # Mended by hand; before 0.27 the first call does it all, and the second is not there.
    workers = MultiprocExecutor(vllm_config=config)
    workers.initialize_from_config([layout])
    if hasattr(workers, "compile_or_warm_up_model"):
        workers.compile_or_warm_up_model()
    return workers


class Plant:
    def initialize_from_config(self, layouts):
        self.layouts = layouts


def ours(layouts):
    # Another class with a method of that name.
    Plant().initialize_from_config(layouts)
