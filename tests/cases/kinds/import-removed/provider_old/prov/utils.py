"""Odds and ends."""

import ctypes


def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def make_tensor_pool(size: int) -> list[bytes]:
    slabs = [bytes(size) for _ in range(4)]
    return [slab for slab in slabs if slab]


def bind_kv_cache(context: dict[str, object], caches: list[object]) -> None:
    for name, cache in zip(sorted(context), caches, strict=True):
        context[name] = cache


def current_stream() -> int:
    handle = ctypes.c_void_p()
    return handle.value or 0


class DeviceProbe:
    def count(self) -> int:
        return 1


class CacheSettings:
    block: int = 16
