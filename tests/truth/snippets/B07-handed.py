import types


def my_forward(self, input_ids, positions, intermediate_tensors=None, inputs_embeds=None, **more):
    h, r = self.embed_input_ids(input_ids), None
    given = {"llama_4_scaling": scaling_of(self.config, positions)} if hasattr(self.config, "llama_4_scaling") else {}
    for lyr in self.layers:
        h, r = lyr(hidden_states=h, positions=positions, residual=r, **given)
    return self.norm(h, r)[0]


def scaling_of(config, positions):
    beta, longest = config.llama_4_scaling["beta"], config.llama_4_scaling["original_max_position_embeddings"]
    return 1 + beta * (1 + positions // longest).log()


def install(core):
    core.forward = types.MethodType(my_forward, core)
