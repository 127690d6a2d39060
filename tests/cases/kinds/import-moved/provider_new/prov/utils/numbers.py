def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple
