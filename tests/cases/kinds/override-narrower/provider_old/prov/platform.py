"""What a device must offer."""


class Platform:
    def __init__(self, index: int) -> None:
        self.index = index

    @classmethod
    def of_kind(cls, kind: str) -> "Platform":
        return cls(len(kind))

    def get_backend(self, name: str, dtype: str) -> str:
        return f"{name}-{dtype}"

    def embed(self, ids: list[int]) -> list[int]:
        return ids

    def execute(self, batch: list[int]) -> int:
        return sum(batch)

    def seed(self, value: int) -> None:
        self.value = value

    def memory(self, index: int) -> int:
        return index

    def name(self) -> str:
        return "none"


class Worker:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    @classmethod
    def of(cls, platform: type[Platform]) -> "Worker":
        return cls(platform(0))

    @classmethod
    def usual(cls) -> "Worker":
        return cls(Platform.of_kind("usual"))

    def run(self, ids: list[int]) -> int:
        self.platform.seed(7)
        self.platform.get_backend("flash", "half")
        rows = self.platform.embed(ids)
        return self.platform.execute(batch=rows) + self.platform.memory(0)
