"""Distributions at a place that the user names: a file or folder on disk, or a file's URL."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

from drift_audit.auditor.errors import ConsumerError, ProviderError, UsageError
from drift_audit.auditor.trees import Distribution, FolderTree, TreeView

from .acquisition import Acquisition, ReleaseFile
from .declared import Declared, or_built, read_declared, version_in
from .folders import file_on_disk, list_project, list_scripts
from .index import OpenIndex
from .installed import SearchPath, list_places, read_below
from .layout import Layout, lay_out
from .metadata import is_archive, normalised
from .reading import archive_distribution, local_path, read_archive


def archive_at(path: Path, acquisition: Acquisition) -> Distribution:
    """A wheel or sdist on disk. Raises ArchiveError when it cannot be read."""
    with OpenIndex(acquisition) as index:
        file = ReleaseFile(filename=path.name, url=path.resolve().as_uri(), version="")
        tree = read_archive(file, acquisition, index.session)
    return archive_distribution(tree, file, source=str(path))


def archive_from(url: str, acquisition: Acquisition) -> Distribution:
    """A wheel or sdist by its URL. Raises as the index does."""
    plain, _, fragment = url.partition("#")
    filename = plain.partition("?")[0].rpartition("/")[2]
    if not is_archive(filename):
        raise UsageError(
            f"{url} is no wheel and no source archive", "Name a file's URL, a path or a release."
        )
    sha256 = fragment.removeprefix("sha256=") if fragment.startswith("sha256=") else ""
    file = ReleaseFile(filename=filename, url=plain, version="", sha256=sha256)
    with OpenIndex(acquisition) as index:
        return index.read(file)


def package_at(name: str, place: str, acquisition: Acquisition) -> Distribution:
    """The provider `name` at a place: a wheel, an sdist, a folder that holds it, or a URL.

    Raises:
        ProviderError: there is nothing there, or a folder that does not hold it.
    """
    path = local_path(place) or Path(place).expanduser()
    if "://" in place and local_path(place) is None:
        return archive_from(place, acquisition)
    if path.is_file() and is_archive(path.name):
        return archive_at(path, acquisition)
    if not path.is_dir():
        what = "is no wheel, source archive or folder" if path.exists() else "does not exist"
        raise ProviderError(f"{path} {what}", f"Write `{name} @ PATH` with a path that holds it.")
    return _package_in(name, path)


def _package_in(name: str, folder: Path) -> Distribution:
    root = folder.resolve()
    package = name.replace("-", "_")
    declared = read_declared(partial(read_below, root))
    installed = SearchPath((str(root),)).find(name)
    if installed is not None and any(root.glob("*.dist-info")):
        return _moved(installed, str(folder))
    candidates = [root / prefix / package for prefix in (*declared.roots, "", "src", "python")]
    candidates += [root] if root.name == package else []
    place = next((path for path in candidates if (path / "__init__.py").is_file()), None)
    if place is None:
        if installed is not None:
            return _moved(installed, str(folder))
        raise ProviderError(
            f"{folder} does not hold the package {package}",
            f"Name the folder that holds {package}/, or a wheel.",
        )
    tree = FolderTree(list_places({package: place}))
    version = declared.version or version_in(partial(read_below, place.parent), f"{package}/")
    return Distribution(
        name=normalised(declared.name or name),
        version=version,
        tree=tree,
        packages=(package,),
        source=str(folder),
        digest=tree.listing_digest(),
        requires=declared.requires,
        root=str(place.parent),
    )


def _moved(found: Distribution, source: str) -> Distribution:
    from dataclasses import replace

    return replace(found, source=source, installed=False)


def consumer_at(path: Path, acquisition: Acquisition) -> Distribution:
    """The consumer at a path that exists. Raises ConsumerError or ArchiveError."""
    if path.is_file() and is_archive(path.name):
        return archive_at(path, acquisition)
    unread: list[str] = []
    found = project_at(path, unread)
    for folder in unread:
        acquisition.note(f"{path / folder} cannot be read and was passed over")
    return found


def project_at(path: Path, unread: list[str]) -> Distribution:
    """The consumer in a folder, or in a single file; folders that cannot be read go to `unread`.

    Raises:
        ConsumerError: there is no Python source.
    """
    if path.is_file():
        return _single_file(path)
    if not path.is_dir():
        what = "leads nowhere" if path.is_symlink() else "is neither a file nor a folder"
        raise ConsumerError(f"{path} {what}", "Name a folder, a .py file or a wheel.")
    root = path.resolve()
    if os.path.isfile(root / "__init__.py"):  # noqa: PTH113 - a shut folder has none
        return _single_package(root, path, unread)
    scripts = list_scripts(root)
    tree = FolderTree(list_project(root, unread) | scripts)
    if "" in unread:
        raise ConsumerError(f"{path} cannot be read", "Look at its permissions.")
    if not tree.paths():
        raise ConsumerError(
            f"{path} is no Python project: it holds no .py file", "Name a folder that does."
        )
    declared = or_built(read_declared(partial(read_below, root)), root)
    layout = lay_out(tree.paths(), declared)
    view = TreeView(tree, layout.names(tree.paths())) if layout.prefix else tree
    found = _project(declared, layout, view, tree=tree, root=root, source=str(path))
    return replace(found, scripts=tuple(sorted(scripts)))


def _single_package(root: Path, path: Path, unread: list[str]) -> Distribution:
    """A package's own folder: its files keep their dotted names, its project speaks for it."""
    top = _import_root(root)
    inside = root.relative_to(top).as_posix()
    files = {f"{inside}/{name}": file for name, file in list_project(root, unread).items()}
    declared = _declared_above(top)
    layout = Layout(prefix="", packages=(inside.split("/")[0],))
    tree = FolderTree(files)
    return _project(declared, layout, tree, tree=tree, root=top, source=str(path))


def _single_file(path: Path) -> Distribution:
    if path.suffix != ".py":
        raise ConsumerError(f"{path} is no Python source", "Name a .py file, a folder or a wheel.")
    real = path.resolve()
    top = _import_root(real.parent)
    tree = FolderTree({real.relative_to(top).as_posix(): file_on_disk(str(real))})
    layout = Layout(prefix="", packages=(real.relative_to(top).parts[0].removesuffix(".py"),))
    inside_package = top != real.parent
    declared = _declared_above(top) if inside_package else Declared(name=real.stem)
    return _project(declared, layout, tree, tree=tree, root=top, source=str(path))


def _project(
    declared: Declared,
    layout: Layout,
    view: FolderTree | TreeView,
    *,
    tree: FolderTree,
    root: Path,
    source: str,
) -> Distribution:
    version = declared.version
    for package in layout.packages if not version else ():
        version = version or version_in(partial(read_below, root), f"{layout.prefix}{package}/")
    return Distribution(
        name=normalised(declared.name or root.name),
        version=version,
        tree=view,
        packages=layout.packages,
        source=source,
        digest=tree.listing_digest(),
        requires=declared.requires,
        prefix=layout.prefix,
        root=str(root),
    )


def _import_root(folder: Path) -> Path:
    """The nearest folder above that is no package itself."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _declared_above(folder: Path) -> Declared:
    """What the project says that a package stands in, with or without `src`."""
    for root in (folder, folder.parent if folder.name == "src" else folder):
        declared = or_built(read_declared(partial(read_below, root)), root)
        if declared.found:
            return declared
    return Declared()
