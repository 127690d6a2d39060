# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


def forward(layer, hidden_states):
    layer_outputs = layer(hidden_states)
    hidden_states = (
        layer_outputs[0] if isinstance(layer_outputs, tuple) else layer_outputs
    )
    return hidden_states
