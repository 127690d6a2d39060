"""Pages and what draws them."""

from dataclasses import dataclass


def render(scale: int = 1, page: str = "", dpi: int = 72) -> str:
    return f"{page} {scale} {dpi}"


def crop(page: str, margin: int = 0, box: str = "") -> str:
    return page * margin + box


def tag(label: str, /, **labels: str) -> str:
    return label + repr(labels)


def mark(color: str = "red") -> str:
    return color


@dataclass
class Sheet:
    width: int
    title: str = ""


class Canvas:
    def __init__(self, size: int = 1, name: str = "") -> None:
        self.name = name
        self.size = size

    def draw(self, color: str = "red") -> str:
        return color
