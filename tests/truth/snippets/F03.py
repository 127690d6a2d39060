from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vllm.config.cache import BlockSize
else:
    BlockSize = None


def block(size: "BlockSize"):
    return size
