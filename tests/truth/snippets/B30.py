from vllm.v1.kv_offload.abstract import LoadStoreSpec
from vllm.v1.kv_offload.mediums import CPULoadStoreSpec, GPULoadStoreSpec


def is_transfer(source: LoadStoreSpec, target: LoadStoreSpec):
    return isinstance(source, GPULoadStoreSpec) and isinstance(target, CPULoadStoreSpec)
