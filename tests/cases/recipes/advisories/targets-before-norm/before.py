# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


class Draft:
    _keys_to_ignore_on_save = []
    _keys_to_ignore_on_load_missing = []

    def setup(self, verifier_model_config, load_model_layers, place, default_dtype):
        lm_head_key = "lm_head.weight"
        verifier_weights = load_model_layers(
            ["model.embed_tokens.weight", lm_head_key], place
        )
        self.verifier_lm_head = torch.nn.Linear(8, 8)
        self.verifier_lm_head.weight.data = verifier_weights[lm_head_key].to(
            default_dtype
        )
        self.verifier_lm_head.weight.requires_grad = False  # it is the verifier's

    def forward(self, states):
        return self.verifier_lm_head(states)
