"""The history of a name, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from drift_audit.auditor.history import History, Stage

from .inert import kept, one_line


def text(history: History) -> str:
    """The name in its first release, then what changed, release by release."""
    return "\n".join(kept(line) for line in _text(history)) + "\n"


def document(history: History) -> str:
    """The same as one JSON document with a final newline."""
    whole = {
        "schema_version": 1,
        "name": history.asked,
        "provider": history.provider,
        "releases": [
            {
                "version": stage.version,
                "uploaded": stage.uploaded.isoformat() if stage.uploaded else None,
                "form": stage.portrait.form,
                "defined": stage.portrait.name,
                "defined_at": stage.portrait.defined_at or None,
                "lines": list(stage.portrait.lines),
                "removed": [line[2:] for line in stage.change if line.startswith("-")],
                "added": [line[2:] for line in stage.change if line.startswith("+")],
            }
            for stage in history.stages
        ],
    }
    return json.dumps(whole, indent=2) + "\n"


def _text(history: History) -> Iterator[str]:
    first, *others = history.stages
    yield _head(first)
    yield one_line(f"{first.portrait.form} {first.portrait.name}  {first.portrait.defined_at}")
    yield ""
    yield from first.portrait.lines
    changed = [stage for stage in others if stage.change]
    for stage in changed:
        yield ""
        yield _head(stage)
        yield from stage.change
    if others:
        count = len(history.stages)
        yield ""
        yield (
            f"Changed in {len(changed)} of {count} releases, "
            f"{first.version} to {others[-1].version}."
        )


def _head(stage: Stage) -> str:
    day = f"  {stage.uploaded.isoformat()}" if stage.uploaded else ""
    return one_line(f"== {stage.version}{day}")
