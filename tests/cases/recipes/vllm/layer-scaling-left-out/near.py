# provider: vllm==0.12.0 baseline: vllm==0.11.0
# provider: vllm==0.11.2 baseline: vllm==0.11.0
"""Loops that know of the scaling, or run something else."""


def through(core, input_ids, positions, llama_4_scaling=None):
    states, rest = core.embed_input_ids(input_ids), None
    more = {} if llama_4_scaling is None else {"llama_4_scaling": llama_4_scaling}
    for layer in core.layers:
        states, rest = layer(hidden_states=states, positions=positions, residual=rest, **more)
    return core.norm(states, rest)[0]


def through_llama(core, states, positions):
    if getattr(core.config, "llama_4_scaling", None):
        raise ValueError("needs its scaling")
    rest = None
    for layer in core.layers:
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
    return states


def through_blocks(blocks, states, mask):
    rest = None
    for block in blocks:
        states, rest = block(hidden_states=states, attention_mask=mask, residual=rest)
    return states
