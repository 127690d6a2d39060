def load() -> type:
    return type("TpuWorker", (), {"rank": 1})
