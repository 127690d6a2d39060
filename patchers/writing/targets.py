"""The files that patches would write: where they lie, and what is there now."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.trees import Distribution, location
from drift_audit.patchers.model import Patch, VerifiedPatch

from .disk import reason

AGAIN = "Scan again, then fix."


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A file to be written.

    `shown` is its path for people, `path` the real one, links followed. `before` are the bytes
    that must be there, None for a file that must not be there yet. `mode` are its permissions.
    """

    shown: str
    path: Path
    before: bytes | None
    after: bytes
    mode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why files are not written. `conflict` tells that a file is not what it was taken for.

    `forcible` ones are only warnings for those who insist.
    """

    message: str
    advice: str
    conflict: bool = False
    forcible: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A target with its path in the consumer's tree and where that path lies, links unfollowed."""

    target: Target
    patch: Patch
    inside: str
    place: Path
    names: int


def find_targets(
    consumer: Distribution, patches: Sequence[VerifiedPatch]
) -> Iterator[Found | Refusal]:
    """Each patch's file as it is now, or why it cannot be the one that was patched."""
    paths = {consumer.reported(path): path for path in consumer.tree.paths()}
    for patch in sorted((one.patch for one in patches), key=lambda patch: patch.path):
        inside = paths.get(patch.path, "")
        place = location(consumer.tree, inside)
        if patch.before == patch.after:
            continue
        yield _find(patch, inside, Path(place)) if place else _moved(patch, "is not there any more")


def only_once(found: Sequence[Found]) -> Iterator[Refusal]:
    """A refusal for every file that two patches would write under different names."""
    seen: dict[Path, Found] = {}
    for one in found:
        other = seen.setdefault(one.target.path, one)
        if other is not one:
            yield Refusal(
                message=f"{one.patch.path} and {other.patch.path} are the same file",
                advice="Leave one of them out with --exclude.",
            )


def site_of(found: Found) -> Path | None:
    """The folder that a file's import package lies in, None where it has another name there."""
    place = found.place.as_posix()
    above = place.removesuffix(f"/{found.inside}")
    return Path(above) if above != place else None


def _find(patch: Patch, inside: str, place: Path) -> Found | Refusal:
    real = Path(os.path.realpath(place))
    try:
        status = real.lstat()
        now = real.read_bytes() if stat.S_ISREG(status.st_mode) else b""
    except FileNotFoundError:
        return _moved(patch, "is not there any more")
    except OSError as error:
        return Refusal(
            message=f"{patch.path} cannot be read: {reason(error)}",
            advice="Look at its permissions.",
        )
    if not stat.S_ISREG(status.st_mode):
        return _moved(patch, "is no file any more")
    if now != patch.before:
        return _moved(patch, "is not the file that was scanned")
    target = Target(
        shown=patch.path,
        path=real,
        before=patch.before,
        after=patch.after,
        mode=stat.S_IMODE(status.st_mode),
    )
    return Found(target=target, patch=patch, inside=inside, place=place, names=status.st_nlink)


def _moved(patch: Patch, how: str) -> Refusal:
    return Refusal(message=f"{patch.path} {how}", advice=AGAIN, conflict=True)
