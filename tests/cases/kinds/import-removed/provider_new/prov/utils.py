"""Odds and ends."""


def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def make_arena(size: int) -> bytearray:
    return bytearray(size)


class CacheOptions:
    block: int = 16


CacheSettings = CacheOptions


def __getattr__(name: str):
    if name == "DeviceProbe":
        import warnings

        from prov._compat import device_probe_class

        warnings.warn("DeviceProbe is deprecated", DeprecationWarning, stacklevel=2)
        return device_probe_class()
    raise AttributeError(name)
