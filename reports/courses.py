"""The words of a matrix: of a finding's way through the releases, of a row, of an upgrade."""

from __future__ import annotations

from drift_audit.auditor.matrix import Cell, Column, Course, Matrix, Row, Upgrade, named


def bad_in(columns: tuple[Column, ...], course: Course) -> str:
    """Where a finding stands: `0.12.0 … 0.14.1, from 0.16.0`."""
    return ", ".join(named(columns, stretch) for stretch in course.stretches())


def last_good(columns: tuple[Column, ...], course: Course) -> str:
    """The release before the first bad one, "" where none was scanned."""
    index = course.last_good()
    return "" if index is None else columns[index].version


def subject(course: Course) -> str:
    """What it is about, without the module that it lives in: `Scheduler block_size`."""
    seen = course.seen
    whole = seen.symbol.removesuffix(f".{seen.parameter}") if seen.parameter else seen.symbol
    name = whole.removesuffix(".__init__").rpartition(".")[2]
    return f"{name} {seen.parameter}".strip()


def place(course: Course) -> str:
    """Where it stands in the consumer."""
    return f"{course.seen.path}:{course.seen.line}"


def baseline(row: Row) -> str:
    """What the consumer was written for."""
    found = sorted({cell.baseline for cell in row.cells if cell.baseline})
    return f"baseline {', '.join(found)}" if found else "no baseline"


def judged(cell: Cell) -> str:
    """How much of what the consumer uses was judged."""
    return f"{cell.judged} of {cell.uses}" if cell.uses else "no use"


def verdict(matrix: Matrix, row: Row) -> str:
    """A sentence on one consumer."""
    scanned = [cell for cell in row.cells if not cell.failure]
    clean = sum(cell.is_clean for cell in scanned)
    failed = len(row.cells) - len(scanned)
    rest = f", {failed} could not be scanned" if failed else ""
    pin = matrix.pin(row)
    advice = f"; pin `{pin}`" if pin and clean < len(scanned) else ""
    of = f"release{'s' * (len(scanned) != 1)} of {matrix.provider}"
    return f"Nothing raises or is silently wrong on {clean} of {len(scanned)} {of}{rest}{advice}."


def advice(upgrade: Upgrade) -> str:
    """What a newer consumer settles."""
    told: list[str] = []
    if upgrade.to:
        total = upgrade.settled + upgrade.left
        rest = f", and leaves {upgrade.left} to patch" if upgrade.left else ""
        told.append(
            f"Upgrade {upgrade.consumer} to {upgrade.to}: "
            f"on {upgrade.provider} that settles {upgrade.settled} of {total}{rest}."
        )
    if upgrade.idle:
        told.append(f"With {upgrade.idle} nothing of {upgrade.provider} is used any more.")
    return " ".join(told)
