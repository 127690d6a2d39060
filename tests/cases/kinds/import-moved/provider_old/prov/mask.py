def causal_mask(length: int) -> list[list[bool]]:
    rows = range(length)
    return [[column <= row for column in rows] for row in rows]
