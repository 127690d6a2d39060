import types


def forward(self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None):
    hidden_states = self.get_input_embeddings(input_ids)
    residual = None
    for layer in self.layers[self.start_layer : self.end_layer]:
        hidden_states, residual = layer(positions, hidden_states, residual)
    return self.norm(hidden_states, residual)[0]


def install(model):
    core = model.model
    core.forward = types.MethodType(forward, core)
