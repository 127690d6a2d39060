"""Python imports this at its start when the folder is on PYTHONPATH: Triton's kernels then run on the CPU.

vLLM's V2 model runner asks for a Triton that has a backend for the CPU. Triton's interpreter does as
well, kernel by kernel in numpy; only nothing says so to vLLM.
"""

import os

os.environ["TRITON_INTERPRET"] = "1"

from triton import backends  # type: ignore[import-not-found]


class Driver:
    @staticmethod
    def is_active() -> bool:
        return True


class Backend:
    driver = Driver
    compiler = None


backends.backends["cpu"] = Backend
