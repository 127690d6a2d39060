from vllm.v1.core.sched.scheduler import Scheduler
def mk(cfg, kv, som):
    return Scheduler(vllm_config=cfg, kv_cache_config=kv, structured_output_manager=som)
