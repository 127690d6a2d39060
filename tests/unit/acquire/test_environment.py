import os
import sys
from pathlib import Path

import pytest

from drift_audit.auditor.acquire import environment as module
from drift_audit.auditor.acquire import find_environment
from drift_audit.auditor.errors import UsageError


def make_environment(folder: Path, *, cfg: bool = True) -> Path:
    """A folder that looks like an environment and runs this Python."""
    (folder / "bin").mkdir(parents=True)
    python = folder / "bin" / "python"
    python.symlink_to(sys.executable)
    if cfg:
        home = Path(sys.executable).resolve().parent
        (folder / "pyvenv.cfg").write_text(f"home = {home}\n")
    site = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "lib" / site / "site-packages").mkdir(parents=True)
    return python


def test_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cwd = tmp_path / "project"
    cwd.mkdir()
    assert find_environment(None, cwd).found_by == "current"
    conda = make_environment(tmp_path / "conda")
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
    found = find_environment(None, cwd)
    assert (found.python, found.found_by) == (str(conda), "CONDA_PREFIX")
    local = make_environment(cwd / ".venv")
    found = find_environment(None, cwd)
    assert (found.python, found.found_by) == (str(local), ".venv")
    assert found.prefix == str(cwd / ".venv")
    assert any(path.startswith(str(cwd / ".venv")) for path in found.site_paths)
    active = make_environment(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    found = find_environment(None, cwd)
    assert (found.python, found.found_by) == (str(active), "VIRTUAL_ENV")


def test_named_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = make_environment(tmp_path / "some where")
    for named in (str(python), str(tmp_path / "some where"), "some where"):
        found = find_environment(named, tmp_path)
        assert (found.python, found.found_by) == (str(python), "--python")
    monkeypatch.setenv("PATH", str(python.parent))
    assert find_environment("python", tmp_path).python == str(python)


@pytest.mark.parametrize("named", ["no-such-python", "./gone", "folder"])
def test_named_python_that_is_none(tmp_path: Path, named: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="--python"):
        find_environment(named, tmp_path)


def test_environment_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "gone"))
    with pytest.raises(UsageError, match=r"VIRTUAL_ENV leads to .*gone"):
        find_environment(None, tmp_path)


@pytest.mark.parametrize("script", ["exit 3", "echo hello", "sleep 30"])
def test_python_that_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.5)
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    with pytest.raises(UsageError, match="does not run as a Python"):
        find_environment(str(python), tmp_path)


def test_start_up_files_may_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('hello', end='')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert str(tmp_path) in find_environment(None, tmp_path).site_paths


def test_answer_is_kept_until_something_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_environment(tmp_path / "env")
    cache = tmp_path / "cache"
    first = find_environment(str(tmp_path / "env"), tmp_path, cache_dir=cache)
    asked: list[object] = []
    run = module._run

    def counted(python: Path, origin: str) -> object:
        asked.append(python)
        return run(python, origin)

    monkeypatch.setattr(module, "_run", counted)
    assert find_environment(str(tmp_path / "env"), tmp_path, cache_dir=cache) == first
    assert asked == []
    (site,) = (path for path in first.site_paths if path.startswith(str(tmp_path)))
    (tmp_path / "elsewhere").mkdir()
    Path(site, "more.pth").write_text(f"{tmp_path / 'elsewhere'}\n")
    again = find_environment(str(tmp_path / "env"), tmp_path, cache_dir=cache)
    assert str(tmp_path / "elsewhere") in again.site_paths
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "elsewhere"))
    assert len(asked) == 1
    find_environment(str(tmp_path / "env"), tmp_path, cache_dir=cache)
    assert len(asked) == 2
    assert os.environ["PYTHONPATH"]
