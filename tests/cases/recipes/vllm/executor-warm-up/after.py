# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""Workers with their caches."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


def ready(config, layout, count):
    workers = MultiprocExecutor(vllm_config=config)
    workers.initialize_from_config([layout] * count)  # the same for all
    workers.compile_or_warm_up_model()
    return workers
