"""The Python whose installed distributions are meant."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor.errors import UsageError

from .cache import Cache, Json, key_of, stamp, texts

_ASK = """
import json, site, sys
print("\\n" + json.dumps([sys.prefix, sys.path, site.getusersitepackages()]))
"""
_SECONDS = 30
_SHAPED_BY = ("PYTHONPATH", "PYTHONHOME", "PYTHONNOUSERSITE", "PYTHONUSERBASE", "HOME")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """A Python, how it was found, and where it looks for installed distributions.

    `found_by` is "--python", "VIRTUAL_ENV", ".venv", "CONDA_PREFIX" or "current". `prefix` is its
    `sys.prefix`.
    """

    python: str
    found_by: str
    site_paths: tuple[str, ...]
    prefix: str = ""


def find_environment(
    python: str | None, cwd: Path, *, cache_dir: Path | None = None
) -> Environment:
    """The environment that a type checker would take.

    `python` is an executable, a name on PATH or an environment's folder; None looks at
    VIRTUAL_ENV, `.venv` in `cwd`, CONDA_PREFIX, and else takes the Python that runs this program.
    The answer of that Python is kept below `cache_dir` until it, or a folder of its, changes.

    Raises:
        UsageError: what is named holds no Python that runs.
    """
    executable, found_by = _choose(python, cwd)
    prefix, paths = _ask(executable, found_by, cache_dir)
    return Environment(python=str(executable), found_by=found_by, site_paths=paths, prefix=prefix)


def _choose(python: str | None, cwd: Path) -> tuple[Path, str]:
    if python is not None:
        return _named(python, cwd), "--python"
    if active := os.environ.get("VIRTUAL_ENV"):
        return _inside(Path(active), "VIRTUAL_ENV"), "VIRTUAL_ENV"
    if (cwd / ".venv" / "pyvenv.cfg").is_file():
        return _inside(cwd / ".venv", ".venv"), ".venv"
    if conda := os.environ.get("CONDA_PREFIX"):
        return _inside(Path(conda), "CONDA_PREFIX"), "CONDA_PREFIX"
    return Path(sys.executable), "current"


def _named(python: str, cwd: Path) -> Path:
    import shutil

    path = cwd / Path(python).expanduser()
    if path.is_dir():
        return _inside(path, "--python")
    if path.is_file():
        return path
    if os.sep not in python and (found := shutil.which(python)):
        return Path(found)
    raise UsageError(
        f"--python {python}: no such Python", "Name an executable or an environment's folder."
    )


def _inside(folder: Path, origin: str) -> Path:
    for name in ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe"):
        if (folder / name).is_file():
            return folder / name
    raise UsageError(
        f"{origin} leads to {folder}, which holds no Python",
        "Mend the environment, or name a Python with --python.",
    )


def _ask(python: Path, origin: str, cache_dir: Path | None) -> tuple[str, tuple[str, ...]]:
    cache = Cache(folder=cache_dir, notes=[]) if cache_dir else None
    files = (python, python.parent.parent / "pyvenv.cfg")
    shape = (os.environ.get(name, "") for name in _SHAPED_BY)
    key = key_of(str(python), *map(stamp, files), *shape)
    known = cache.read_json("environments", key) if cache else None
    if known is not None and known["stamps"] == _stamps(texts(known["watched"])):
        return str(known["prefix"]), texts(known["paths"])
    prefix, paths, watched = _run(python, origin)
    if cache:
        said: dict[str, Json] = {"prefix": prefix, "paths": list(paths), "watched": list(watched)}
        cache.write_json("environments", key, said | {"stamps": _stamps(watched)})
    return prefix, paths


def _stamps(paths: tuple[str, ...]) -> list[Json]:
    return [stamp(Path(path)) for path in paths]


def _run(python: Path, origin: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """That Python's prefix, its search path, and the folders whose change may change the path.

    Whatever a start-up file of it prints is passed over.
    """
    import subprocess

    try:
        answer = subprocess.run(
            [str(python), "-c", _ASK],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
        prefix, searched, user = json.loads(answer.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        raise UsageError(
            f"{python} ({origin}) does not run as a Python: {error}",
            "Mend the environment, or name a Python with --python.",
        ) from error
    paths = tuple(path for path in searched if path and Path(path).is_dir())
    return prefix, paths, tuple(dict.fromkeys((*paths, user)))
