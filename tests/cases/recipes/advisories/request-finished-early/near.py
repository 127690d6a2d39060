# provider: vllm==0.17.1 baseline: vllm==0.11.0
from vllm.v1.core.sched.scheduler import Scheduler
from vllm.v1.request import RequestStatus


def drain(scheduler: Scheduler):
    for name in scheduler.schedule().num_scheduled_tokens:
        request = scheduler.requests[name]
        if request.num_computed_tokens >= request.num_prompt_tokens:
            scheduler.finish_requests([name], RequestStatus.FINISHED_ABORTED)
