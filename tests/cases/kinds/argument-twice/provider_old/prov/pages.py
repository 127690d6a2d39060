"""Pages and what draws them."""

from dataclasses import dataclass


def render(page: str, scale: int = 1, dpi: int = 72) -> str:
    return f"{page} {scale} {dpi}"


def crop(page: str, box: str = "") -> str:
    return page + box


def tag(name: str, **labels: str) -> str:
    return name + repr(labels)


def mark(text: str, color: str = "red") -> str:
    return text + color


@dataclass
class Sheet:
    title: str
    width: int = 0


class Canvas:
    def __init__(self, name: str, size: int = 1) -> None:
        self.name = name
        self.size = size

    def draw(self, shape: str, color: str = "red") -> str:
        return f"{shape} {color}"
