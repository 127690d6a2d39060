def count(ids: list[int]) -> int:
    return len(ids)
