from vllm.forward_context import set_forward_context
def run(m, meta, cfg, n, x):
    with set_forward_context(meta, cfg, virtual_engine=0, num_tokens=n):
        return m(x)
