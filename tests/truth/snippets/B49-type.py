from vllm.v1.worker.worker_base import WorkerBase


class SpyreWorker(WorkerBase):
    def compile_or_warm_up_model(self) -> float:
        self.model_runner.complete_warmup()
        return 0.0
