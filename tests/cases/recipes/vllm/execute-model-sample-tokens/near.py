# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Steps that are ended, or are not steps of the provider's."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


class Runner:
    def __init__(self, config):
        self.workers = MultiprocExecutor(vllm_config=config)

    def run(self, plan):
        # Mended by hand: the step is ended.
        output = self.workers.execute_model(plan)
        if output is None:
            output = self.workers.sample_tokens(None)
        return output


class Ahead:
    def __init__(self, config):
        self.workers = MultiprocExecutor(vllm_config=config)

    def start(self, plan):
        # A future is true whatever it comes to: this one has to be ended when it is done.
        return self.workers.execute_model(plan, non_block=True)


class Onnx:
    def execute_model(self, feeds):
        return feeds


def other(feeds):
    # Another class with a method of that name.
    return Onnx().execute_model(feeds)
