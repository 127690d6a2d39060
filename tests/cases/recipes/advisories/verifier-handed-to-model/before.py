# provider: vllm==0.17.1 baseline: vllm==0.11.0
import vllm


class Draft(vllm.LLM):
    def __init__(self, config):
        super().__init__(
            config=config, verifier=None, verifier_attachment_mode="train_only"
        )
