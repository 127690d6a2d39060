"""The entry points that a project's own files declare, as `entry_points.txt` has them."""

from __future__ import annotations

import configparser
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

from .declared import Read, table

Point: TypeAlias = tuple[str, str, str]
"""Group, name and object reference."""


def read_entry_points(read: Read) -> str:
    """The text of `entry_points.txt`, "" where nothing is declared; what only code says is not."""
    points = sorted({*_pyproject(read("pyproject.toml")), *_setup_cfg(read("setup.cfg"))})
    groups = dict.fromkeys(group for group, _, _ in points)
    return "\n".join(
        f"[{group}]\n" + "".join(f"{name} = {goal}\n" for of, name, goal in points if of == group)
        for group in groups
    )


def _pyproject(data: bytes | None) -> Iterator[Point]:
    try:
        whole = tomllib.loads((data or b"").decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    project, poetry = table(whole, "project"), table(whole, "tool", "poetry")
    yield from _pairs("console_scripts", table(project, "scripts"))
    yield from _pairs("gui_scripts", table(project, "gui-scripts"))
    yield from _pairs("console_scripts", table(poetry, "scripts"))
    for groups in (table(project, "entry-points"), table(poetry, "plugins")):
        for group in groups:
            yield from _pairs(group, table(groups, group))


def _pairs(group: str, given: dict[str, object]) -> Iterator[Point]:
    yield from ((group, name, goal) for name, goal in given.items() if isinstance(goal, str))


def _setup_cfg(data: bytes | None) -> Iterator[Point]:
    parser = configparser.RawConfigParser(delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string((data or b"").decode("utf-8", "replace"))
    except configparser.Error:
        return
    section = "options.entry_points"
    for group in parser.options(section) if parser.has_section(section) else ():
        for line in parser.get(section, group).splitlines():
            name, mark, goal = line.partition("=")
            if mark:
                yield group, name.strip(), goal.strip()
