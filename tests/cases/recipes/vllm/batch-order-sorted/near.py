# provider: vllm==0.32.0 baseline: vllm==0.11.0
# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Rows that are asked for by their requests. Up to 0.21 they come as scheduled."""

from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.executor.multiproc_executor import MultiprocExecutor
from vllm.v1.request import RequestStatus


class Driver:
    def __init__(self, config, planner: Scheduler):
        self.planner = planner
        self.workers = MultiprocExecutor(vllm_config=config)

    def states(self, names, lengths):
        # Mended by hand: the worker files them by request.
        while plan := self.planner.schedule():
            output = self.workers.execute_model(plan)
            self.workers.collective_rpc(
                "_attribute_captured_states", args=(plan.num_scheduled_tokens,)
            )
            if output is None:
                self.workers.sample_tokens(None)
            self.planner.finish_requests(
                [*plan.num_scheduled_tokens], RequestStatus.FINISHED_ABORTED
            )
        rows = self.workers.collective_rpc(
            "rows_of", args=(names,), unique_reply_rank=0
        )
        offset = 0
        for length in lengths:
            yield rows[offset : offset + length]
            offset += length
