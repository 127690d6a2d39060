# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Ask the first worker for what it has kept."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


class Harvest:
    def __init__(self, config):
        self.workers = MultiprocExecutor(vllm_config=config)

    def kept(self):
        replies = self.workers.collective_rpc("hand_over", unique_reply_rank=0)
        return replies  # one asked, one answers
