"""Who may write where: told before anything is written, with the reason that a person can mend."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from .disk import reason
from .targets import Refusal, Target

INTO = "Write a patched copy instead, with `--into DIR`."
_WRITABLE = 0o222


def refused_permissions(targets: Iterable[Target]) -> Iterator[Refusal]:
    """Why files cannot be written, or should not be: each folder once, each locked file."""
    targets = tuple(targets)
    folders = {target.path.parent: target for target in targets}
    for folder, target in folders.items():
        yield from _folder(folder, target)
    shut = [t.shown for t in targets if t.before is not None and not t.mode & _WRITABLE]
    if shut:
        yield Refusal(
            message=f"{listed(shut)} {'is' if len(shut) == 1 else 'are'} write-protected",
            advice="Unlock with chmod, or write all the same with --force.",
            forcible=True,
        )


def listed(names: Iterable[str], most: int = 3) -> str:
    """Names in a sentence: the first few, and how many more."""
    names = sorted(names)
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _folder(folder: Path, target: Target) -> Iterator[Refusal]:
    """A file's place is taken by another, so its folder has to be writable."""
    own = os.geteuid()
    try:
        owner = folder.stat().st_uid
    except OSError as error:
        yield Refusal(message=f"{folder} cannot be looked at: {reason(error)}", advice=INTO)
        return
    whose = f", which belongs to {_name(owner)}," if owner != own else ""
    if not may_write(folder):
        yield Refusal(
            message=f"{target.shown} cannot be written: the folder {folder}{whose} is shut for you",
            advice=INTO,
        )
    elif own and owner != own:
        yield Refusal(
            message=f"the folder {folder} belongs to {_name(owner)}, who may not expect a change",
            advice=f"{INTO[:-1]}, or write all the same with --force.",
            forcible=True,
        )


def may_write(folder: Path) -> bool:
    """Whether names in a folder can be changed by whoever runs this."""
    effective = os.access in os.supports_effective_ids
    return os.access(folder, os.W_OK | os.X_OK, effective_ids=effective)


def _name(user: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
