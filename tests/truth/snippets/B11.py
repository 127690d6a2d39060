from vllm import LLM


class CaptureExtension:
    def setup_capture(self, layers):
        self.captured = {layer: [] for layer in layers}

    def reset_capture(self):
        self.captured = {}

    def take_captured(self):
        return self.captured


SETTINGS = {"enforce_eager": True, "worker_extension_cls": "consumer.CaptureExtension"}


def start(model):
    return LLM(model=model, **SETTINGS)


def run(executor, layers):
    executor.collective_rpc("setup_capture", args=(layers,))
    specs = executor.collective_rpc("get_kv_cache_spec")
    executor.collective_rpc("reset_capture")
    return specs, executor.collective_rpc("take_captured")
