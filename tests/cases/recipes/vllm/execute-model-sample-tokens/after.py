# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Run prompts through the workers, step by step."""

from vllm.v1.executor.multiproc_executor import MultiprocExecutor


class Runner:
    def __init__(self, config):
        self.workers = MultiprocExecutor(vllm_config=config)

    def run(self, planner):
        while plan := planner.schedule():
            # Only the layers matter, not what comes out.
            if not self.workers.execute_model(plan):
                self.workers.sample_tokens(None)

    def outputs(self, plans):
        return [
            self.workers.execute_model(plan) or self.workers.sample_tokens(None)
            for plan in plans
        ]
