# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def forward(layer, hidden_states):
    layer_outputs = layer(hidden_states)
    first = layer_outputs[0]
    hidden_states = layer_outputs
    return first, hidden_states
