def device_probe_class() -> type:
    return type("DeviceProbe", (), {"count": lambda self: 1})
