__all__ = ["SamplingParams"]


class SamplingParams:
    def __init__(self, temperature: float = 1.0) -> None:
        self.temperature = temperature
