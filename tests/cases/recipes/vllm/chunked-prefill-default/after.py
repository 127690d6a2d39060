# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""One step a batch: whatever was scheduled is done with."""

from vllm.config import SchedulerConfig
from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.request import RequestStatus


def limits(longest):
    return SchedulerConfig(
        max_num_seqs=4,
        max_model_len=longest,
        max_num_batched_tokens=longest,  # one long prompt, or some short ones
        enable_chunked_prefill=False,
    )


def drain(planner: Scheduler, run):
    while planner.waiting:
        plan = planner.schedule()
        run(plan)
        for name in plan.num_scheduled_tokens:
            planner.finish_requests([name], RequestStatus.FINISHED_ABORTED)
