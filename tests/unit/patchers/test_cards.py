"""Cards are read strictly: what is off is refused with its file, its line and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from drift_audit.auditor.config import find_settings
from drift_audit.auditor.errors import ConfigurationError
from drift_audit.auditor.model import Severity
from drift_audit.patchers.cards import all_recipes, own_recipes, read_card, read_cards
from drift_audit.patchers.model import AddKeyword, Applicability, Rewrite, Scope

CARD = """\
id = "chunked"
title = "rows are cut short"
severity = "silent"
applicability = "safe"
reason = "Chunks."
safety = "Nothing is cut."
references = ["https://example.org/1"]

[provider]
package = "prov"
releases = ">=2.0"
probes = ["prov.core.Config(chunked=True)"]

[use]
kind = "default-flipped"
parameter = "chunked"

[[operation]]
do = "add-keyword"
name = "chunked"
value = "False"

[[operation]]
do = "rewrite"
scope = "function"
match = "$reply[0]"
to = "$reply"
"""


def written(folder: Path, text: str = CARD, name: str = "chunked") -> Path:
    file = folder / f"{name}.toml"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def refused(file: Path) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        read_card(file)
    assert caught.value.advice
    return caught.value


def test_a_card_becomes_a_recipe(tmp_path: Path) -> None:
    file = written(tmp_path)
    recipe = read_card(file)
    assert recipe.id == "chunked"
    assert recipe.severity is Severity.SILENT
    assert recipe.applicability is Applicability.SAFE
    assert recipe.provider.probes == ("prov.core.Config(chunked=True)",)
    assert recipe.operations == (
        AddKeyword(name="chunked", value="False"),
        Rewrite(match="$reply[0]", to="$reply", scope=Scope.FUNCTION),
    )
    assert recipe.file == str(file)


@pytest.mark.parametrize(
    ("old", "new", "line", "words", "advice"),
    [
        ("safety =", "safty =", 6, "`safty` is not known", "Did you mean `safety`?"),
        ("parameter =", "paramter =", 16, "`paramter` in [use]", "Did you mean `parameter`?"),
        ("package =", "of = 1\npackage =", 10, "`of` in [provider]", "Remove it."),
        ('to = "$reply"', 'into = "$reply"', 27, "`into` in [operation]", "Did you mean `to`?"),
        ("title =", "file =", 2, "`file` is not known", "Remove it."),
        ('title = "rows are cut short"', "title = 1", 2, "`title` is of the wrong type", "str"),
        ('["https://example.org/1"]', '"x"', 7, "`references` is not a list", "references = ["),
        ('["prov.core.Config(chunked=True)"]', "[1]", 12, "`probes` in [provider]", "probes = ["),
        ('"silent"', '"loud"', 3, "`severity` = 'loud' is not known", "silent, breaks"),
        ('"safe"', '"always"', 4, "`applicability` = 'always'", "display-only, unsafe, safe"),
        ('"function"', '"file"', 25, "`scope` in [operation] = 'file'", "statement, function"),
        ('reason = "Chunks."\n', "", 1, "`reason` is lacking", "Add it."),
        ('releases = ">=2.0"\n', "", 9, "`releases` in [provider] is lacking", "Add it."),
        ('match = "$reply[0]"\n', "", 23, "`match` in [operation] is lacking", "Add it."),
        ('">=2.0"', '"2 and more"', 11, "`releases` in [provider] is no version range", ">=0.12"),
        ("Config(chunked=True)", "Config[1]", 12, "prov.core.Config[1]", "Mend it."),
        ('"default-flipped"', '"flipped"', 15, "`kind` in [use] names no kind", "drift-audit kind"),
        ('"add-keyword"', '"ad-keyword"', 19, "'ad-keyword' names no operation", "add-keyword?"),
        ('"rewrite"', '"paint"', 24, "'paint' names no operation", "Known: add-keyword"),
        ('"False"', '"False)"', 21, "`value` in [operation] is no code", "Mend it."),
        ('"$reply[0]"', '"$reply["', 26, "`match` in [operation] is no code", "Mend it."),
        ('to = "$reply"', 'to = "$replies"', 27, "`to` in [operation] is no code", "Mend it."),
        ('id = "chunked"', 'id = "Chunked"', 1, "`id` is not the file's own name", "alike"),
        ('"silent"', '"silent"\nadvisory = true', 4, "`advisory` is never above a note", "note"),
        ('package = "prov"', 'package = "*"', 10, "`package` in [provider]", "Name the provider."),
        ('kind = "default-flipped"', 'form = "pattern"', 14, "`pattern` in [use]", "Give both."),
        ('kind = "default-flipped"', 'form = "cal"', 15, "`form` in [use] names no form", "call"),
        ('kind = "default-flipped"', 'form = "call"', 14, "`symbols` in [use] is lacking", "Add"),
    ],
)
def test_what_is_off_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str, advice: str
) -> None:
    assert CARD.count(old) == 1
    file = written(tmp_path, CARD.replace(old, new))
    error = refused(file)
    assert error.message.startswith(f"{file}:{line}: ")
    assert words in error.message
    assert advice in error.advice


@pytest.mark.parametrize(
    ("operation", "key"),
    [
        ('do = "drop-keyword"\nname = "a b"', "name"),
        ('do = "rename-attribute"\nname = "a"\nto = "b.c"', "to"),
        ('do = "move-symbol"\nname = "prov.a"\nto = "a"', "to"),
        ('do = "add-parameter"\nparameter = "x=, y"', "parameter"),
        ('do = "insert-before"\ncode = "if x"', "code"),
        ('do = "insert-after"\ncode = ""', "code"),
        ('do = "rewrite"\nmatch = "a"\nto = "b"\nat = "c.d"', "at"),
        ('do = "add-import"\nstatement = "x = 1"', "statement"),
        ('do = "add-import"\nstatement = "import a; import b"', "statement"),
    ],
)
def test_an_operation_that_does_not_parse(tmp_path: Path, operation: str, key: str) -> None:
    head, _, _ = CARD.partition("[[operation]]")
    error = refused(written(tmp_path, f"{head}[[operation]]\n{operation}\n"))
    assert f"`{key}` in [operation] is no code" in error.message


@pytest.mark.parametrize(
    "operation",
    [
        'do = "add-keyword"\nname = "size"\nvalue = "{config}.size"',
        'do = "insert-after"\ncode = "{receiver}.end({{}})"',
        'do = "add-parameter"\nparameter = "**_kwargs"',
        'do = "rewrite"\nmatch = "x = $y"\nto = ""',
        'do = "rewrite"\nmatch = "for $i in $all:\\n    $$body"\nto = "$$body"',
        'do = "move-symbol"\nname = "prov.a.f"\nto = "prov.b.f"',
    ],
)
def test_an_operation_with_placeholders(tmp_path: Path, operation: str) -> None:
    head, _, _ = CARD.partition("[[operation]]")
    assert read_card(written(tmp_path, f"{head}[[operation]]\n{operation}\n")).operations


def test_a_promise_without_an_operation(tmp_path: Path) -> None:
    head, _, _ = CARD.partition("[[operation]]")
    assert "`applicability` promises a fix" in refused(written(tmp_path, head)).message
    by_hand = head.replace('"safe"', '"display-only"')
    assert "`advice` is lacking" in refused(written(tmp_path, by_hand)).message


def test_what_is_no_toml(tmp_path: Path) -> None:
    file = written(tmp_path, 'id = "chunked"\ntitle =\n')
    error = refused(file)
    assert error.message.startswith(f"{file} is not valid TOML: ")
    assert "line 2" in error.message


def test_the_second_of_two_operations_is_the_one_that_is_told(tmp_path: Path) -> None:
    text = f'{CARD}\n[[operation]]\ndo = "add-keyword"\nname = "chunked"\nvalue = "("\n'
    file = written(tmp_path, text)
    assert refused(file).message.startswith(f"{file}:32: `value` in [operation]")


def test_an_id_twice(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a"), written(tmp_path / "b")
    with pytest.raises(ConfigurationError) as caught:
        read_cards([tmp_path])
    assert str(one) in caught.value.message
    assert str(other) in caught.value.message


def test_an_id_of_ours(tmp_path: Path) -> None:
    ours = own_recipes()[0]
    written(tmp_path, CARD.replace('"chunked"', f'"{ours.id}"', 1), ours.id)
    with pytest.raises(ConfigurationError, match=f"the recipe {ours.id} is there twice"):
        all_recipes([tmp_path])


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is no folder of recipes"):
        all_recipes([tmp_path / "none"])


def test_the_settings_name_folders_beside_them(tmp_path: Path) -> None:
    written(tmp_path / "cards")
    (tmp_path / "pyproject.toml").write_text('[tool.drift-audit]\nrecipes = ["cards"]\n')
    folders = map(Path, find_settings(tmp_path).recipes)
    assert {each.id for each in all_recipes(folders)} - {each.id for each in own_recipes()} == {
        "chunked"
    }
