"""What a checkpoint says of itself."""


class LlamaConfig:
    def __init__(self, hidden_size: int = 64, rope_parameters: dict | None = None) -> None:
        self.hidden_size = hidden_size
        self.rope_parameters = rope_parameters or {"base": 10000.0}
        self.max_pages = 4


class QwenConfig:
    def __init__(self, hidden_size: int = 64, rope_parameters: dict | None = None) -> None:
        self.hidden_size = hidden_size
        self.rope_parameters = rope_parameters or {"base": 1000000.0}
