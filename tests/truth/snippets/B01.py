from vllm.config import SchedulerConfig
def mk(n):
    return SchedulerConfig(max_num_seqs=8, max_model_len=n, max_num_batched_tokens=8192)
