"""The uses of a consumer as recipes and fixes look at them: resolved, with their source texts."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from drift_audit.auditor.classes import line_of
from drift_audit.auditor.model import Span, UseForm
from drift_audit.auditor.outcome import Called, Reached, Record
from drift_audit.auditor.project import OwnModule
from drift_audit.auditor.run import BoundOn, Run, span_of
from drift_audit.auditor.scan import Judgement
from drift_audit.auditor.values import ClassRef, OwnClass

from .model import Scope
from .shapes import found

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = {Scope.FUNCTION: _FUNCTIONS, Scope.CLASS: (ast.ClassDef,)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One use: where, of what, and what stands there.

    `symbol` is canonical, a constructor goes by its class. `filled` are the parameters that a call
    fills, in its order; `is_open` tells that a star argument may fill more.
    """

    form: str
    symbol: str
    span: Span
    provider: str
    enclosing: str = ""
    filled: tuple[str, ...] = ()
    is_open: bool = False
    module: OwnModule = field(compare=False, repr=False)

    def text(self, scope: Scope) -> str:
        """The source of what is around the use: its function, class or module."""
        return scope_text(self.module, self.span.line, scope)


def sites_of(judgement: Judgement) -> tuple[Site, ...]:
    """Every use that resolved to a symbol of a provider, and every function put onto an object.

    A class is a use of all provider classes that it derives from, at whatever distance.
    """
    run = judgement.now
    modules = {module.path: module for module in run.project.modules.values()}
    sites = [
        site
        for record in run.records.values()
        if (site := _site(record, modules[record.use.span.path])) is not None
    ]
    sites += [_bound_site(bound) for bound in run.bound]
    sites += [site for cls in run.classes.values() for site in _subclass_sites(run, cls)]
    return tuple(sorted(sites, key=lambda site: (site.span, site.form, site.symbol)))


def _site(record: Record, module: OwnModule) -> Site | None:
    use = record.use
    match record.outcome:
        case Called(signature=signature, binding=binding) if use.form is UseForm.CALL:
            return Site(
                form="call",
                symbol=signature.name.removesuffix(".__init__"),
                span=use.span,
                provider=record.provider,
                enclosing=use.enclosing,
                filled=(*binding.filled, *(a.keyword or "" for a in binding.swallowed)),
                is_open=binding.open_keywords,
                module=module,
            )
        case Reached(target=target):
            return Site(
                form=str(use.form),
                symbol=target.name,
                span=use.span,
                provider=record.provider,
                enclosing=use.enclosing,
                module=module,
            )
        case _:
            return None


def _bound_site(bound: BoundOn) -> Site:
    return Site(
        form="bound",
        symbol=bound.attribute,
        span=span_of(bound.module.path, bound.function.node),
        provider="",
        enclosing=bound.function.qualname,
        module=bound.function.module,
    )


def _subclass_sites(run: Run, cls: OwnClass) -> Iterator[Site]:
    for base in line_of(run.world, cls).classes:
        edition = run.world.edition_of(base.module) if isinstance(base, ClassRef) else None
        if edition is not None:
            yield Site(
                form=str(UseForm.SUBCLASS),
                symbol=base.name,
                span=span_of(cls.module.path, cls.node),
                provider=edition.package,
                enclosing=cls.qualname,
                module=cls.module,
            )


def shaped(site: Site, pattern: str) -> Iterator[Site]:
    """What a pattern matches directly in the body of the class at a site."""
    for node in ast.walk(site.module.tree):
        if isinstance(node, ast.ClassDef) and span_of(site.module.path, node) == site.span:
            for statement in node.body:
                if any(match is statement for match in found(pattern, statement)):
                    yield replace(site, span=span_of(site.module.path, statement))


def names_in(run: Run, dotted: frozenset[str]) -> Iterator[Site]:
    """Uses of names from packages that are no providers, told by the imports of each file."""
    heads = {name.partition(".")[0] for name in dotted}
    for module in run.project.modules.values():
        if not any(head in module.source for head in heads):
            continue
        aliases = _aliases(module)
        for node in ast.walk(module.tree):
            call = node.func if isinstance(node, ast.Call) else None
            name = _qualified(call, aliases) if call is not None else ""
            if name in dotted:
                yield Site(
                    form="name",
                    symbol=name,
                    span=span_of(module.path, node),
                    provider=name.partition(".")[0],
                    module=module,
                )


def _aliases(module: OwnModule) -> dict[str, str]:
    """What the names that a file imports stand for; a name that is bound anew is left out."""
    found: dict[str, str] = {}
    bound: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                found[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
    return {name: dotted for name, dotted in found.items() if name not in bound}


def _qualified(node: ast.expr, aliases: dict[str, str]) -> str:
    match node:
        case ast.Name(id=name):
            return aliases.get(name, "")
        case ast.Attribute(value=inner, attr=attr):
            owner = _qualified(inner, aliases)
            return f"{owner}.{attr}" if owner else ""
        case _:
            return ""


def given_of(site: Site) -> tuple[tuple[str, str], ...]:
    """What placeholders stand for: a call's arguments by parameter, `call`, and the `receiver`."""
    node = _nodes(site.module).get(_range(site.span))
    parts: dict[str, ast.expr] = {}
    if isinstance(node, ast.Call):
        parts = {"call": node} | _arguments(node, site.filled)
    owner = node.func if isinstance(node, ast.Call) else node
    if isinstance(owner, ast.Attribute):
        parts["receiver"] = owner.value
    whole = "\n".join(site.module.all_lines()) if parts else ""
    return tuple(
        (name, ast.get_source_segment(whole, part) or ast.unparse(part))
        for name, part in parts.items()
    )


def _arguments(call: ast.Call, filled: tuple[str, ...]) -> dict[str, ast.expr]:
    """The arguments by parameter; `filled` is the order in which positions are taken."""
    found = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    unnamed = [name for name in filled if name not in found]
    for name, value in zip(unnamed, call.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        found[name] = value
    return found


def call_at(module: OwnModule, span: Span) -> ast.Call | None:
    """The call with exactly that range."""
    node = _nodes(module).get(_range(span))
    return node if isinstance(node, ast.Call) else None


def attribute_at(module: OwnModule, span: Span) -> ast.Attribute | None:
    """The attribute that a span is about: it has that range, or is what the call there calls."""
    node = _nodes(module).get(_range(span))
    found = node.func if isinstance(node, ast.Call) else node
    return found if isinstance(found, ast.Attribute) else None


def is_statement(module: OwnModule, span: Span) -> bool:
    """Whether the call with that range is a statement of its own."""
    call = call_at(module, span)
    nodes = ast.walk(module.tree) if call is not None else ()
    return any(isinstance(node, ast.Expr) and node.value is call for node in nodes)


def _range(span: Span) -> tuple[int, int, int, int]:
    return (span.line, span.column, span.end_line, span.end_column)


@functools.lru_cache(maxsize=256)
def _nodes(module: OwnModule) -> dict[tuple[int, int, int, int], ast.expr]:
    """The calls and attributes of a file by their range, an attribute's being its last name."""
    return {
        _range(span_of(module.path, node)): node
        for node in ast.walk(module.tree)
        if isinstance(node, (ast.Call, ast.Attribute))
    }


def scope_text(module: OwnModule, line: int, scope: Scope) -> str:
    """The lines of the innermost function, class or statement around a line, or all of them."""
    best: tuple[int, int] | None = None
    wanted = _SCOPES.get(scope, (ast.stmt,) if scope is Scope.STATEMENT else ())
    for node in ast.walk(module.tree):
        if isinstance(node, wanted) and isinstance(node, ast.stmt):
            end = node.end_lineno or node.lineno
            if node.lineno <= line <= end and (
                best is None or end - node.lineno <= best[1] - best[0]
            ):
                best = (node.lineno, end)
    lines = module.all_lines()
    return "\n".join(lines[best[0] - 1 : best[1]] if best else lines)


def mentions(text: str, name: str) -> bool:
    """Whether a text holds a name as a whole word."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
