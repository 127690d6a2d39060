"""All edits of one file in one pass over its tree: what is not touched keeps its bytes."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from .model import (
    AddImport,
    AddKeyword,
    AddParameter,
    DropKeyword,
    Edit,
    GateKeyword,
    GateMove,
    InsertAfter,
    InsertBefore,
    MoveSymbol,
    RenameAttribute,
    RenameKeyword,
    Rewrite,
    Settle,
)
from .operations.calls import change_keyword
from .operations.changes import Changes
from .operations.gating import gate
from .operations.importing import Imports
from .operations.layout import laid_out
from .operations.moving import Moving
from .operations.names import rename_attribute
from .operations.parameters import add_parameter
from .operations.refusals import ImpossibleError, OverlapError
from .operations.rewriting import rewrite
from .operations.settling import settle
from .operations.source import Source
from .operations.statements import Insertions

if TYPE_CHECKING:
    from drift_audit.auditor.model import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An edit that cannot be done, and why."""

    edit: Edit
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """What the edits make of a file.

    `deferred` are those that reach into what another edit changes: compose them again, with their
    spans as they are in `after`.
    """

    after: bytes
    done: tuple[Edit, ...] = ()
    deferred: tuple[Edit, ...] = ()
    failed: tuple[Failure, ...] = ()


def compose(source: bytes, edits: Sequence[Edit]) -> Composed:
    """Do all edits of a file that can be done together; those whose result is there do nothing."""
    if not edits:
        return Composed(after=source)
    try:
        tree = _read(source)
    except ImpossibleError as error:
        return Composed(after=source, failed=_all_failed(edits, str(error)))
    composed = _composed(tree, source, edits)
    fault = _fault(composed.after) if composed.after != source else ""
    if not fault or _fault(source):
        return composed
    return _without_culprits(source, edits, fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    """What is decided only when all edits are known."""

    insertions: Insertions
    imports: Imports
    moving: Moving

    @classmethod
    def of(cls, changes: Changes, edits: Sequence[Edit]) -> _Gathered:
        """Nothing yet."""
        imports = Imports(changes, said="\n".join(map(_said, edits)))
        return cls(
            insertions=Insertions(changes),
            imports=imports,
            moving=Moving(changes=changes, imports=imports),
        )

    def perform(
        self,
        span: Span,
        operation: InsertBefore | InsertAfter | MoveSymbol | AddImport | Settle,
        given: Mapping[str, str],
    ) -> None:
        """Note what has to be told apart from what else is asked."""
        match operation:
            case InsertBefore() | InsertAfter():
                self.insertions.add(span, operation, given)
            case MoveSymbol():
                self.moving.move(span, operation)
            case AddImport():
                self.imports.add(span, operation)
            case Settle():
                settle(self.imports, span, operation)
            case _:
                assert_never(operation)


@functools.lru_cache(maxsize=4)
def _read(content: bytes) -> Source:
    """Files are composed several times: with all edits, and with some of them alone."""
    return Source(content)


def _composed(tree: Source, before: bytes, edits: Sequence[Edit]) -> Composed:
    changes = Changes(tree)
    gathered = _Gathered.of(changes, edits)
    done: list[Edit] = []
    deferred: list[Edit] = []
    failed: list[Failure] = []
    for edit in edits:
        try:
            _perform(edit, changes, gathered)
        except OverlapError:
            deferred.append(edit)
        except ImpossibleError as error:
            failed.append(Failure(edit=edit, reason=str(error)))
        else:
            done.append(edit)
    gathered.insertions.settle()
    gathered.imports.settle()
    result = Composed(
        after=before, done=tuple(done), deferred=tuple(deferred), failed=tuple(failed)
    )
    module = changes.module()
    if module is tree.module:
        return result
    module = laid_out(tree, module)
    try:
        return replace(result, after=module.code.encode(tree.encoding))
    except UnicodeEncodeError:
        reason = f"what is put in cannot be written in the file's encoding, {tree.encoding}"
        return Composed(after=before, failed=_all_failed(edits, reason))


def _perform(edit: Edit, changes: Changes, gathered: _Gathered) -> None:
    given, span = dict(edit.given), edit.span
    match edit.operation:
        case AddKeyword() | DropKeyword() | RenameKeyword() as operation:
            change_keyword(changes, span, operation, given)
        case RenameAttribute() as operation:
            rename_attribute(changes, span, operation)
        case AddParameter() as operation:
            add_parameter(changes, span, operation)
        case Rewrite() as operation:
            rewrite(changes, span, operation, given)
        case GateKeyword() | GateMove() as operation:
            gate(changes, span, operation, given)
        case operation:
            gathered.perform(span, operation, given)


def _said(edit: Edit) -> str:
    """The code that an edit puts in."""
    match edit.operation:
        case AddKeyword(value=text) | AddParameter(parameter=text) | Rewrite(to=text):
            code = text
        case InsertBefore(code=text) | InsertAfter(code=text):
            code = text
        case GateKeyword(operation=AddKeyword(value=text), test=test):
            code = f"{text}\n{test}"
        case GateKeyword(test=text):
            code = text
        case _:
            return ""
    return "\n".join((code, *(text for name, text in edit.given if f"{{{name}}}" in code)))


# --- when the result does not parse --------------------------------------------------------------


def _without_culprits(source: bytes, edits: Sequence[Edit], fault: str) -> Composed:
    """Leave out what breaks the file by itself; what only breaks it together is tried later."""
    failed: list[Failure] = []
    sound: list[Edit] = []
    for edit in edits:
        alone = _composed(_read(source), source, [edit])
        if alone.after != source and (own := _fault(alone.after)):
            failed.append(Failure(edit=edit, reason=f"the file would not parse: {own}"))
        else:
            sound.append(edit)
    composed = _composed(_read(source), source, sound)
    if sound and composed.after != source and _fault(composed.after):
        if len(sound) == len(edits) and len(sound) == 1:
            return Composed(after=source, failed=_all_failed(edits, fault))
        first = _composed(_read(source), source, sound[:1])
        composed = replace(first, deferred=(*first.deferred, *sound[1:]))
    return replace(composed, failed=(*composed.failed, *failed))


def _fault(content: bytes) -> str:
    """Why a file does not parse, "" where it does."""
    try:
        ast.parse(content)
    except (SyntaxError, ValueError) as error:
        return (str(error).splitlines() or ["no reason is told"])[0]
    return ""


def _all_failed(edits: Sequence[Edit], reason: str) -> tuple[Failure, ...]:
    return tuple(Failure(edit=edit, reason=reason) for edit in edits)
