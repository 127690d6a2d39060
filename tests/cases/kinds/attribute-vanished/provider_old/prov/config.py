"""What a checkpoint says of itself."""


class LlamaConfig:
    def __init__(self, hidden_size: int = 64, rope_theta: float = 10000.0) -> None:
        self.hidden_size = hidden_size
        self.rope_theta = rope_theta
        self.max_pages = 4


class QwenConfig:
    def __init__(self, hidden_size: int = 64, rope_theta: float = 1000000.0) -> None:
        self.hidden_size = hidden_size
        self.rope_theta = rope_theta
        self.max_pages = 8

    def copy(self) -> "QwenConfig":
        return QwenConfig(self.hidden_size, self.rope_theta)
