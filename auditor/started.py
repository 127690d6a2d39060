"""Commands of a provider that a consumer starts, in scripts and in Python: flags and variables."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .editions import Edition
from .judge import Case
from .model import Span, Use, UseForm
from .outcome import Flag, Outcome, Variable
from .pairing import Pairing, versions_of
from .project import OwnModule, Script
from .run import Run, span_of

_FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]*")
_DEFINED = re.compile(r"[\"'](--[a-z][\w-]*)[\"']")
_YAML = (".yaml", ".yml")
_LEAST = 0.5
"""The share of the baseline's flags that must be spelled out still, or flags are made otherwise."""
_FIRST = 4
"""So many words tell which program a list starts."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A flag or a variable of a provider, and where it stands."""

    span: Span
    name: str


def started(now: Run, before: Run | None, pairings: tuple[Pairing, ...]) -> Iterator[Case]:
    """What the consumer hands to a provider's commands, where one of the releases knows it."""
    for pairing in pairings:
        edition = now.world.editions[pairing.package]
        was = before.world.editions[pairing.package] if before and pairing.before else None
        flags = list(_flags(now, pairing.package))
        known, then = (_known(one) if one and flags else frozenset() for one in (edition, was))
        for mention in flags:
            outcome, earlier = _judged(mention.name, known), _judged(mention.name, then)
            told = _still_named(edition, mention.name) or len(known) < _LEAST * len(then)
            if earlier.known and (outcome.known or not told):
                fresh = frozenset(known - then)
                seen = Flag(
                    name=mention.name, known=outcome.known, alike=_alike(mention.name, fresh)
                )
                yield _case(now, before, pairing, UseForm.FLAG, mention, seen, earlier)
        for mention in _variables(now.project.scripts, pairing.package):
            there = Variable(name=mention.name, known=bool(edition.store.grep(mention.name)))
            once = bool(was.store.grep(mention.name)) if was else there.known
            if there.known or once:
                earlier_one = Variable(name=mention.name, known=once)
                form = UseForm.ENVIRONMENT
                yield _case(now, before, pairing, form, mention, there, earlier_one)


def _case(
    now: Run,
    before: Run | None,
    pairing: Pairing,
    form: UseForm,
    mention: _Mention,
    outcome: Outcome,
    earlier: Outcome,
) -> Case:
    has_baseline = before is not None and pairing.before is not None
    return Case(
        use=Use(form=form, span=mention.span, text=mention.name),
        now=outcome,
        before=earlier if has_baseline else None,
        versions=versions_of(pairing),
        worlds=(now.world, before.world if before and has_baseline else None),
        has_baseline=has_baseline,
        project=now.project,
    )


# --- what a release knows -------------------------------------------------------------------------


def _known(edition: Edition) -> frozenset[str]:
    """The flags that the modules spell out which define any."""
    found: set[str] = set()
    for module in edition.store.grep("add_argument"):
        found.update(map(_spelled, _DEFINED.findall(edition.store.source(module))))
    return frozenset(found)


def _judged(name: str, known: frozenset[str]) -> Flag:
    positive = f"--{name.removeprefix('--no-')}" if name.startswith("--no-") else name
    return Flag(name=name, known=name in known or positive in known)


def _still_named(edition: Edition, name: str) -> bool:
    """Whether a class has a field of that name, from which a flag may be made at run time."""
    field = name.removeprefix("--").replace("-", "_")
    declared = re.compile(rf"^\s+{field}\s*:", re.MULTILINE)
    return any(declared.search(edition.store.source(m)) for m in edition.store.grep(field))


def _alike(name: str, fresh: Iterable[str]) -> tuple[str, ...]:
    return tuple(difflib.get_close_matches(name, sorted(fresh), n=3, cutoff=0.7))


def _spelled(flag: str) -> str:
    """As argparse and its kin are told apart by nobody: dashes for underscores."""
    return f"--{flag.removeprefix('--').replace('_', '-')}"


# --- what is handed over --------------------------------------------------------------------------


def _flags(run: Run, package: str) -> Iterator[_Mention]:
    for script in run.project.scripts:
        yield from _in_script(script, package)
    for name, module in run.project.modules.items():
        if name in run.near and package in module.source and "--" in module.source:
            yield from _in_python(module, package)


def _in_script(script: Script, package: str) -> Iterator[_Mention]:
    """The flags of a script's commands, over continued lines and the items of a list."""
    opens = _opening(package)
    image = re.compile(rf"^\s*(?:-\s+)?(?:image:|FROM\b).*(?<![\w.]){package}(?!\w)", re.MULTILINE)
    is_yaml = script.path.lower().endswith(_YAML)
    all_items = is_yaml and any(image.match(line) for line in script.text)
    of_image = not is_yaml and any(image.match(line) for line in script.text)
    goes_on = False
    for number, line in enumerate(script.text, 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        found = opens.search(line)
        is_item = is_yaml and bare.startswith(("- ", "["))
        takes = goes_on or (all_items and _FLAG.search(line) is not None)
        takes = takes or (of_image and bare.startswith(("CMD", "ENTRYPOINT")))
        start = found.end() if found else 0
        if found or takes:
            yield from _of_line(script.path, number, line, start)
        ended = re.search(r"\s(?:\||&&|;|#)(?:\s|$)", line[start:]) is not None
        goes_on = (bool(found) or goes_on) and not ended and (bare.endswith("\\") or is_item)


def _opening(package: str) -> re.Pattern[str]:
    """A provider's command, or one of its modules that Python is asked to run."""
    apart = r"[\"',\s]+"
    return re.compile(
        rf"(?<![\w./-]){package}{apart}(?=[a-z])|(?<![\w-])-m{apart}{package}(?:\.\w+)*(?![\w.])"
        rf"|^\s*-\s+[\"']?{package}[\"']?\s*$"
    )


def _of_line(path: str, number: int, line: str, start: int) -> Iterator[_Mention]:
    end = re.compile(r"\s(?:\||&&|;|#)(?:\s|$)").search(line, start)
    for found in _FLAG.finditer(line, start, end.start() if end else len(line)):
        span = Span(
            path=path,
            line=number,
            column=len(line[: found.start()].encode()) + 1,
            end_line=number,
            end_column=len(line[: found.end()].encode()) + 1,
        )
        yield _Mention(span, _spelled(found[0]))


def _in_python(module: OwnModule, package: str) -> Iterator[_Mention]:
    """The flags in a list of words, or in a text that is a whole command."""
    opens = _opening(package)
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.List, ast.Tuple)):
            texts = [one for one in node.elts if _text(one)]
            if opens.search(" ".join(map(_text, texts[:_FIRST]))):
                for one in texts:
                    if found := _FLAG.match(_text(one)):
                        yield _Mention(span_of(module.path, one), _spelled(found[0]))
        elif found := opens.match(_text(node)):
            for flag in _FLAG.finditer(_text(node), found.end()):
                yield _Mention(span_of(module.path, node), _spelled(flag[0]))


def _text(node: ast.AST) -> str:
    """What a literal text says, "" for anything else."""
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) else ""


def _variables(scripts: Iterable[Script], package: str) -> Iterator[_Mention]:
    """Environment variables with a provider's prefix, outside of comments."""
    name = re.compile(rf"(?<!\w){package.upper()}_[A-Z0-9_]+(?!\w)")
    for script in scripts:
        for number, line in enumerate(script.text, 1):
            if line.lstrip().startswith("#"):
                continue
            for found in name.finditer(line):
                span = Span(
                    path=script.path,
                    line=number,
                    column=len(line[: found.start()].encode()) + 1,
                    end_line=number,
                    end_column=len(line[: found.end()].encode()) + 1,
                )
                yield _Mention(span, found[0])
