# provider: vllm==0.32.0 baseline: vllm==0.11.0
# provider: vllm==0.17.1 baseline: vllm==0.11.0
"""Norms of other makes. Before 0.19 all inner models had the one that takes a residual."""

from vllm.model_executor.models.interfaces import supports_eagle3


def chosen(wrapper, layers):
    # The model's own way: it knows its norm.
    if supports_eagle3(wrapper):
        wrapper.set_aux_hidden_state_layers(layers)


class Head:
    def end(self, states):
        # One tensor in, one out.
        states = self.norm(states)
        return states
