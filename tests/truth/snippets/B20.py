from vllm.worker.worker_base import WorkerWrapperBase


class Wrapper(WorkerWrapperBase):
    pass
