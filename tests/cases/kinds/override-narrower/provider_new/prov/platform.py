"""What a device must offer."""


class Platform:
    def __init__(self, index: int, lazy: bool = False) -> None:
        self.index = index
        self.lazy = lazy

    @classmethod
    def of_kind(cls, kind: str, strict: bool = False) -> "Platform":
        return cls(len(kind), lazy=not strict)

    def get_backend(self, name: str, dtype: str, attn_type: str) -> str:
        return f"{name}-{dtype}-{attn_type}"

    def embed(self, ids: list[int], *, disable_tp: bool = False) -> list[int]:
        return ids[:0] if disable_tp else ids

    def execute(self, scheduled: list[int]) -> int:
        return sum(scheduled)

    def seed(self, value: int, salt: int = 0) -> None:
        self.value = value + salt

    def memory(self, index: int, unit: str = "B") -> int:
        return index * len(unit)

    def name(self) -> str:
        return "none"


class Worker:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    @classmethod
    def of(cls, platform: type[Platform]) -> "Worker":
        return cls(platform(0, lazy=True))

    @classmethod
    def usual(cls) -> "Worker":
        return cls(Platform.of_kind("usual", strict=True))

    def run(self, ids: list[int]) -> int:
        self.platform.seed(7)
        self.platform.get_backend("flash", "half", "decoder")
        rows = self.platform.embed(ids, disable_tp=True)
        return self.platform.execute(scheduled=rows) + self.platform.memory(0, unit="GB")
