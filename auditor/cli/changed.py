"""Findings of the files alone that changed since a commit."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.model import Finding, Scan

from .project import home_of

_PATIENCE = 60.0


def limited(scan: Scan, ref: str, consumer: str) -> Scan:
    """The scan with what stands in changed files, and a note of how much does not.

    A file has changed when it differs from the last commit that `ref` and the current one share,
    or is new and not ignored.

    Raises:
        UsageError: the consumer is in no git repository, or git knows no such commit.
    """
    if not Path(consumer).exists():
        raise UsageError(f"{consumer} is no file or folder here", "Leave --changed-since out.")
    root = home_of(consumer)
    top = _git(root, ref, "rev-parse", "--show-toplevel").removesuffix("\n")
    place = Path(top)
    listings = (
        ("diff", "--name-only", "-z", "--no-renames", "--merge-base", f"{ref}^{{commit}}", "--"),
        ("ls-files", "-z", "--others", "--exclude-standard"),
    )
    changed = {path for words in listings for path in _git(place, ref, *words).split("\0")}

    def is_changed(finding: Finding) -> bool:
        return scan.consumer.in_repository(finding.span.path) in changed

    kept = tuple(filter(is_changed, scan.findings))
    left = len(scan.findings) - len(kept)
    if not left:
        return scan
    what = "1 finding is" if left == 1 else f"{left} findings are"
    note = f"{what} left out: their files did not change since {ref}"
    return replace(scan, findings=kept, notes=(*scan.notes, note))


def _git(folder: Path, ref: str, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be asked: {error}", "Leave --changed-since out.") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason is told"]
        raise UsageError(
            f"git does not tell what changed since {ref}: {said[0].removeprefix('fatal: ')}",
            "Name a commit, branch or tag that is there; a shallow clone has few of them.",
        )
    return done.stdout.decode("utf-8", "surrogateescape")
