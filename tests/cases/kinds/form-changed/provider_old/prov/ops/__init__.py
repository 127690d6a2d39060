"""Operations."""


def rotary(width: int) -> list[float]:
    return [1.0 / (index + 1) for index in range(width)]
