def warm(model: str) -> str:
    return model


def cool(model: str) -> str:
    return model
