"""What a user may ask for."""

from prov.errors import MissingModel, Overload, ValidationError


class SamplingParams:
    def __init__(self, n: int = 1) -> None:
        if n < 1:
            raise ValidationError(f"n must be at least 1, not {n}")
        self.n = n


class BeamParams:
    def __init__(self, width: int = 1) -> None:
        self.width = width
        self._verify()

    def _verify(self) -> None:
        if self.width < 1:
            raise ValidationError("width must be at least 1")


def load(name: str) -> str:
    if not name:
        raise MissingModel(name)
    return name


def submit(params: SamplingParams) -> int:
    if params.n > 8:
        raise Overload("too many")
    return params.n


def parse(text: str) -> int:
    return int(text)
