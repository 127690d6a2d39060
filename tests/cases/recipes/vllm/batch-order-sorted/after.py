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
        self._request_states = {}

    def _get_captured_states(self, request_ids):
        """None where no step has run."""
        if not self._request_states:
            return None
        parts = [part for name in request_ids for part in self._request_states[name]]
        joined = [torch.cat(rows, dim=0) for rows in zip(*parts)]
        self._request_states = {}
        return joined

    def _attribute_captured_states(self, num_tokens):
        """File the rows of the last step under its requests, however they were sorted."""
        step = self.model_runner
        if not hasattr(step, "input_batch"):
            step = step.execute_model_state
        if self._captured_states is None:
            return
        offset = 0
        for request_id in step.input_batch.req_ids:
            end = offset + num_tokens[request_id]
            parts = self._request_states.setdefault(request_id, [])
            parts.append([rows[0][offset:end] for rows in self._captured_states])
            offset = end
        self._captured_states = None


class Driver:
    def __init__(self, config, planner: Scheduler):
        self.planner = planner
        self.workers = MultiprocExecutor(vllm_config=config)

    def states(self, prompts, params):
        self.workers.collective_rpc("_reset_capture")
        request_ids = []
        for number, ids in enumerate(prompts):
            request = Request(str(number), ids, params, None)
            self.planner.add_request(request)
            request_ids.append(request.request_id)
        while plan := self.planner.schedule():
            output = self.workers.execute_model(plan)
            self.workers.collective_rpc(
                "_attribute_captured_states", args=(plan.num_scheduled_tokens,)
            )
            if output is None:
                self.workers.sample_tokens(None)
            for name in plan.num_scheduled_tokens:
                self.planner.finish_requests([name], RequestStatus.FINISHED_ABORTED)
        layers = self.workers.collective_rpc(
            "_get_captured_states", args=(request_ids,), unique_reply_rank=0
        )
        offset = 0
        for ids in prompts:
            length = len(ids)
            # The rows of one prompt, in every layer.
            yield [rows[offset : offset + length] for rows in layers]
            offset += length
