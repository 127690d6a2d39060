"""Source texts are searched once, and what was found is kept."""

from pathlib import Path

import pytest

from .shelf import FILES, Shelf, store

GREPS = {
    ("f",): ("pkg", "pkg.a"),
    ("enum",): ("pkg.b",),
    ("Enum", "A"): ("pkg.b",),
    ("Enum", "f"): (),
    ("start_layer",): ("pkg.space.c",),
    ("end_layer",): (),
    ("end_layer2",): ("pkg.space.c",),
    ("nowhere",): (),
}


@pytest.mark.parametrize("names", GREPS)
def test_grep(names: tuple[str, ...]) -> None:
    assert store(None, Shelf(FILES)).grep(*names) == GREPS[names]


def test_a_search_is_kept(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES))
    found = first.grep("Enum", "A")
    first.flush()

    shelf = Shelf(FILES)
    assert store(tmp_path, shelf).grep("A", "Enum") == found
    assert shelf.reads == []


def test_a_search_of_other_content_is_made_again(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES))
    first.grep("Enum")
    first.flush()

    other = store(tmp_path, Shelf({"pkg/z.py": "Enum"}), digest="e")
    assert other.grep("Enum") == ("pkg.z",)


def test_without_a_digest_no_search_is_kept(tmp_path: Path) -> None:
    first = store(tmp_path, Shelf(FILES), digest="")
    first.grep("Enum")
    first.flush()
    assert store(tmp_path, Shelf({"pkg/z.py": "Enum"}), digest="").grep("Enum") == ("pkg.z",)


def test_several_searches_read_each_file_once() -> None:
    shelf = Shelf(FILES)
    one = store(None, shelf)
    one.grep("Enum")
    one.grep("f")
    assert sorted(shelf.reads) == sorted(FILES)


def test_source_is_text() -> None:
    one = store(None, Shelf(FILES))
    assert one.source("pkg.a") == FILES["pkg/a.py"]
    shelf = Shelf({})
    shelf.files["m.py"] = b"# \xff\n"
    assert store(None, shelf).source("m") == "# �\n"
