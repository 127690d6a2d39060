import types
def my_forward(self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None):
    h, r = self.embed_input_ids(input_ids), None
    for lyr in self.layers:
        h, r = lyr(hidden_states=h, positions=positions, residual=r)
    return self.norm(h, r)[0]
def install(core): core.forward = types.MethodType(my_forward, core)
