# provider: vllm==0.32.0 baseline: vllm==0.11.0
"""A worker that keeps rows, and a driver that cuts them up."""

import torch
from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.executor.multiproc_executor import MultiprocExecutor
from vllm.v1.request import Request, RequestStatus


class Keeper:
    """Mixed into the worker."""

    def _reset_capture(self):
        self._captured_states = None

    def _get_captured_states(self):
        """None where no step has run."""
        if self._captured_states is None:
            return None
        joined = [torch.cat(rows, dim=0) for rows in self._captured_states]
        self._captured_states = None
        return joined


class Driver:
    def __init__(self, config, planner: Scheduler):
        self.planner = planner
        self.workers = MultiprocExecutor(vllm_config=config)

    def states(self, prompts, params):
        self.workers.collective_rpc("_reset_capture")
        for number, ids in enumerate(prompts):
            request = Request(str(number), ids, params, None)
            self.planner.add_request(request)
        while plan := self.planner.schedule():
            if not self.workers.execute_model(plan):
                self.workers.sample_tokens(None)
            for name in plan.num_scheduled_tokens:
                self.planner.finish_requests([name], RequestStatus.FINISHED_ABORTED)
        layers = self.workers.collective_rpc(
            "_get_captured_states", unique_reply_rank=0
        )
        offset = 0
        for ids in prompts:
            length = len(ids)
            # The rows of one prompt, in every layer.
            yield [rows[offset : offset + length] for rows in layers]
            offset += length
