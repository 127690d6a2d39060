"""`drift-audit recipes`."""

from __future__ import annotations

import click

from .project import home_of, recipes_of, settings_of


@click.command()
@click.argument("words", nargs=-1)
def recipes(words: tuple[str, ...]) -> None:
    """List the recipes, ours and the project's; with WORDS, those whose card holds all of them."""
    for recipe in recipes_of(settings_of(home_of("."))):
        text = f"{recipe.id} {recipe.title} {recipe.reason} {recipe.provider.package}".lower()
        if all(word.lower() in text for word in words):
            severity = str(recipe.severity or "")
            concerns = f"{recipe.provider.package} {recipe.provider.releases}"
            if recipe.advisory:
                concerns = "advisory"
            click.echo(f"{recipe.id:36} {severity:7} {concerns:24} {recipe.title}")
