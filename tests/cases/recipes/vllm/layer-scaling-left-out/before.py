# provider: vllm==0.12.0 baseline: vllm==0.11.2
"""The layers of whatever model is loaded, run by a loop of our own."""


def through(core, input_ids, positions):
    states, rest = core.embed_input_ids(input_ids), None
    for layer in core.layers:
        states, rest = layer(hidden_states=states, positions=positions, residual=rest)
    return core.norm(states, rest)[0]
