# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


class Draft:
    def forward(self, states):
        return self.verifier_lm_head(self.verifier_norm(states))

    def draft(self, states):
        return self.lm_head(states)
