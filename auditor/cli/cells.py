"""The scans of a matrix: each a process of this program, several at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

from drift_audit.auditor.matrix import Cell, Row, Seen
from drift_audit.auditor.model import Severity

_PROGRAM = ("-P", "-m", "drift_audit.auditor", "scan")
_ASKED = ("--static", "--output-format", "json", "--fail-on", "never")

Watch: TypeAlias = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One scan: of what ("" as the settings say), against which release, and in which words."""

    consumer: str
    provider: str
    words: tuple[str, ...] = ()


def rows_of(
    asks: Sequence[Sequence[Ask]], jobs: int | None, watch: Watch | None
) -> tuple[Row, ...]:
    """All scans, by consumer; `jobs` at a time, else as many as there are processors."""
    flat = [ask for row in asks for ask in row]
    pool = ThreadPoolExecutor(jobs or os.cpu_count() or 1)
    cells: list[Cell] = []
    try:
        for done, cell in enumerate(pool.map(_cell, flat)):
            cells.append(cell)
            if watch:
                watch("scanning", done + 1, len(flat))
    finally:
        pool.shutdown(cancel_futures=True)
    rows: list[Row] = []
    for row in asks:
        own, cells = tuple(cells[: len(row)]), cells[len(row) :]
        named = next((cell.consumer for cell in own if cell.consumer), row[0].consumer)
        rows.append(Row(consumer=named, cells=own))
    return tuple(rows)


def _cell(ask: Ask) -> Cell:
    consumer = (ask.consumer,) if ask.consumer else ()
    words = [*consumer, "--provider", ask.provider, *_ASKED, *ask.words]
    done = subprocess.run(
        [sys.executable, *_PROGRAM, *words], capture_output=True, check=False, text=True
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"ended with exit code {done.returncode}"]
        told = next((line for line in lines if line.startswith("error: ")), lines[-1])
        return Cell(failure=told.removeprefix("error: "))
    return _read(json.loads(done.stdout))


def _read(scan: dict[str, Any]) -> Cell:
    consumer = scan["consumer"]
    return Cell(
        findings=tuple(map(_seen, scan["findings"])),
        uses=scan["coverage"]["uses"],
        judged=scan["coverage"]["judged"],
        consumer=f"{consumer['name']} {consumer['version'] or ''}".strip(),
        baseline=scan["providers"][0]["baseline"] or "",
    )


def _seen(finding: dict[str, Any]) -> Seen:
    return Seen(
        kind=finding["kind"],
        severity=Severity(finding["severity"]),
        path=finding["path"],
        line=finding["line"],
        column=finding["column"],
        symbol=finding["symbol"],
        parameter=finding["parameter"] or "",
        message=finding["message"],
    )
