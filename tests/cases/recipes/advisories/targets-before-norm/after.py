# provider: vllm==0.17.1 baseline: vllm==0.11.0
import torch
import vllm


class Draft:
    _keys_to_ignore_on_save = []
    _keys_to_ignore_on_load_missing = []

    def setup(self, verifier_model_config, load_model_layers, place, default_dtype):
        lm_head_key = "lm_head.weight"
        verifier_weights = load_model_layers(
            ["model.embed_tokens.weight", lm_head_key, "model.norm.weight"], place
        )
        self.verifier_lm_head = torch.nn.Linear(8, 8)
        self.verifier_lm_head.weight.data = verifier_weights[lm_head_key].to(
            default_dtype
        )
        self.verifier_lm_head.weight.requires_grad = False  # it is the verifier's
        self.verifier_norm = self._model_definitions.norm_class(
            self.hidden_size, eps=verifier_model_config.rms_norm_eps
        )
        self.verifier_norm.load_state_dict(
            {"weight": verifier_weights["model.norm.weight"].to(default_dtype)}
        )
        self.verifier_norm.weight.requires_grad = False
        for names in ("_keys_to_ignore_on_save", "_keys_to_ignore_on_load_missing"):
            setattr(self, names, [*getattr(self, names), "verifier_norm.weight"])

    def forward(self, states):
        return self.verifier_lm_head(self.verifier_norm(states))
