# provider: vllm==0.17.1 baseline: vllm==0.11.0
# provider: vllm==0.11.0 baseline: vllm==0.11.0
"""A driver that lets the scheduler tell when a prompt is done."""

from vllm.config import SchedulerConfig
from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.request import RequestStatus


def limits(longest):
    # Chunks do no harm: requests go on until they are done.
    return SchedulerConfig(
        max_num_seqs=4, max_model_len=longest, max_num_batched_tokens=longest
    )


def refused(longest):
    # The keyword is passed already.
    return SchedulerConfig(
        max_num_seqs=4,
        max_model_len=longest,
        max_num_batched_tokens=longest,
        enable_chunked_prefill=False,
    )


def drain(planner: Scheduler, run, late):
    while planner.waiting or planner.running:
        plan = planner.schedule()
        planner.update_from_output(plan, run(plan))
        # Only what nobody waits for any more is ended by hand.
        planner.finish_requests(late(), RequestStatus.FINISHED_ABORTED)
