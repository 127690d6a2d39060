class Attention:
    def __init__(self, heads: int, size: int) -> None:
        self.heads = heads
        self.size = size
