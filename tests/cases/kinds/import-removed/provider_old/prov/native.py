"""Kernels in plain Python."""


def fast(x: int) -> int:
    return x * 2
