"""Workers; the slow ones are loaded when they are asked for."""


class GpuWorker:
    rank = 0


def __getattr__(name: str):
    if name == "TpuWorker":
        from prov.tpu import load

        return load()
    raise AttributeError(name)
