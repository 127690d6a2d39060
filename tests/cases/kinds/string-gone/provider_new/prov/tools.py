def cool(model: str) -> str:
    return model
