def pad_to(ids: list[int], length: int) -> list[int]:
    missing = max(0, length - len(ids))
    return ids + [0] * missing


def count(ids: list[int]) -> int:
    return len(ids)
