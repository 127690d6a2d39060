"""`drift-audit explain`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import UsageError
from drift_audit.auditor.kinds import kinds

from .project import home_of, recipes_of, settings_of

if TYPE_CHECKING:
    from drift_audit.patchers.model import Recipe


@click.command()
@click.argument("name", metavar="ID")
def explain(name: str) -> None:
    """Explain a kind of drift or a recipe: what it is, why it matters, what to do."""
    known = {kind.id: kind for kind in kinds()}
    cards = {recipe.id: recipe for recipe in recipes_of(settings_of(home_of(".")))}
    if name in known:
        module = importlib.import_module(f"drift_audit.auditor.kinds.{name.replace('-', '_')}")
        click.echo(f"{name} ({known[name].severity})\n\n{(module.__doc__ or '').strip()}")
    elif name in cards:
        click.echo("\n".join(_card(cards[name])))
    else:
        import difflib

        near = difflib.get_close_matches(name, [*known, *cards], n=3)
        advice = f"Did you mean {', '.join(near)}?" if near else "`drift-audit recipes` lists them."
        raise UsageError(f"there is no kind of drift and no recipe {name!r}", advice)


def _card(recipe: Recipe) -> Iterator[str]:
    """A recipe in the order of a kind's page."""
    from drift_audit.patchers.model import ANY

    yield f"{recipe.id} ({recipe.severity or 'as its kind'}, {recipe.applicability})"
    yield ""
    yield f"{recipe.title}."
    provider = recipe.provider
    where = f" on {', '.join(provider.platforms)}" if provider.platforms else ""
    if recipe.advisory:
        yield "A fault of the code itself, told with --advisories alone"
    if provider.package != ANY:
        yield f"For {provider.package} {provider.releases}{where}"
    if provider.probes:
        yield "Decided by the sources:"
        yield from (f"    {probe}" for probe in provider.probes)
    yield ""
    yield f"What it answers: {recipe.trigger.words}."
    if recipe.families.words:
        yield f"Models: {recipe.families.words}."
    yield f"Why it matters: {recipe.reason}"
    for number, operation in enumerate(recipe.operations):
        yield f"{'The fix: ' if not number else '         '}{operation.words}"
    if recipe.safety:
        yield f"What it may change: {recipe.safety}"
    if recipe.advice:
        yield f"What to do: {recipe.advice}"
    yield from (f"See {reference}" for reference in recipe.references)
