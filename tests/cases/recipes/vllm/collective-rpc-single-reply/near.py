# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Replies that are lists still, or are not taken apart."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


class Harvest:
    def __init__(self, config):
        self.workers = MultiprocExecutor(vllm_config=config)

    def all_kept(self):
        # Every worker answers: that is a list as before.
        replies = self.workers.collective_rpc("hand_over")
        return replies[0]

    def kept(self):
        # Mended by hand: the reply as it comes.
        return self.workers.collective_rpc("hand_over", unique_reply_rank=0)


class Pool:
    def collective_rpc(self, name, unique_reply_rank=None):
        return [name]


def ours():
    # Another class with a method of that name.
    return Pool().collective_rpc("hand_over", unique_reply_rank=0)[0]
