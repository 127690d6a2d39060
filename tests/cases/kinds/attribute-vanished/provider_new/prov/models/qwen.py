"""The Qwen family."""


class QwenModel:
    def __init__(self, layers: list, table: dict[int, list[float]]) -> None:
        self.layers = layers
        self.table = table
        self.start_layer = 0
        self.end_layer = len(layers)
        self.norm = max

    def embed_input_ids(self, input_ids: list[int]) -> list[list[float]]:
        return [self.table[token] for token in input_ids]

    def forward(self, input_ids: list[int], positions: list[int]) -> float:
        hidden = self.embed_input_ids(input_ids)
        for layer in self.layers:
            hidden = layer(positions, hidden)
        return self.norm(hidden)
