from types import MethodType
def mask_tail(model, n):
    inner = model.compute_logits
    def compute_logits(self, hidden_states, sampling_metadata):
        out = inner(hidden_states, sampling_metadata)
        out[..., n:] = float("-inf")
        return out
    model.compute_logits = MethodType(compute_logits, model)
