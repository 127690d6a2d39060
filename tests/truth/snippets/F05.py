import importlib.util

import vllm
from packaging.version import Version


def is_vllm_available(min_version=None):
    if importlib.util.find_spec("vllm") is None:
        return False
    return min_version is None or Version(vllm.__version__) >= Version(min_version)


_HAS_ENGINE = is_vllm_available(min_version="0.28.0")

if _HAS_ENGINE:
    from vllm.distributed.weight_transfer.nccl_engine import NCCLTrainerWeightTransferEngine as Sender
elif is_vllm_available():
    from vllm.distributed.weight_transfer.nccl_engine import NCCLTrainerSendWeightsArgs as Sender

if Version(vllm.__version__) <= Version("0.10.2"):
    from vllm.sampling_params import GuidedDecodingParams as Structured
else:
    from vllm.sampling_params import StructuredOutputsParams as Structured
