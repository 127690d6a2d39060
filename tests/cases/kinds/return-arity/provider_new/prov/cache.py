"""Blocks of the cache."""


class Manager:
    def computed_blocks(self, request: str) -> tuple[list[int], int, bool]:
        return [len(request)], 1, False

    def split(self, request: str):
        left, right = request[:1], request[1:]
        return left, right, len(request)

    def pairs(self) -> list[tuple[str, int, bool]]:
        return [("a", 1, True)]

    def window(self, size: int) -> tuple[int, ...]:
        return (0, *range(size))

    def head(self, request: str) -> tuple[str, int, bool]:
        return request, 1, True

    def both(self) -> tuple[int, int]:
        return 2, 1


async def poll(name: str) -> tuple[str, bool, float]:
    return name, True, 0.0
