"""Blocks of the cache."""


class Manager:
    def computed_blocks(self, request: str) -> tuple[list[int], int]:
        return [len(request)], 1

    def split(self, request: str):
        left, right = request[:1], request[1:]
        return left, right

    def pairs(self) -> list[tuple[str, int]]:
        return [("a", 1)]

    def window(self, size: int) -> tuple[int, ...]:
        return tuple(range(size))

    def head(self, request: str) -> tuple[str, int]:
        return request, 1

    def both(self) -> tuple[int, int]:
        return 1, 2


async def poll(name: str) -> tuple[str, bool]:
    return name, True
