"""`drift-audit kind`."""

from __future__ import annotations

import importlib

import click

from drift_audit.auditor.audit import chosen_kinds


@click.command()
@click.argument("name", required=False)
def kind(name: str | None) -> None:
    """Explain the kind of drift NAME, or list all kinds."""
    found = chosen_kinds((name,) if name else (), ())
    for one in found:
        if name is None:
            click.echo(f"{one.id:20} {one.severity:7} {one.title}")
            continue
        package = importlib.import_module("drift_audit.auditor.kinds")
        module = importlib.import_module(f"{package.__name__}.{one.id.replace('-', '_')}")
        click.echo(f"{one.id} ({one.severity})\n\n{(module.__doc__ or '').strip()}")
