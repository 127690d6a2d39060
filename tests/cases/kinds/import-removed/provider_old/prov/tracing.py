def begin_span(name: str) -> str:
    return name.upper()
