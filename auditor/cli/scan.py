"""`drift-audit scan`."""

from __future__ import annotations

import sys

import click

from .options import SCAN, Asked
from .output import write_report
from .progress import progress_for


@click.command(params=SCAN)
def scan(**words: object) -> int:
    """Find what drifted between CONSUMER and its providers.

    CONSUMER is a folder or file of source, a wheel, the name of an installed distribution, or a
    requirement such as `speculators==0.3.0`. Default: the settings' `consumer`, else the project in
    the current folder.

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage, 3 could not analyse.
    """
    from drift_audit.auditor.audit import audit
    from drift_audit.patchers.advise import advise
    from drift_audit.reports import formats

    from .inquiry import exit_code, request_of, show, targets_of
    from .project import held, recipes_of, selection_of, understood

    asked, settings = understood(Asked, words)
    formats.load(asked.output_format)
    targets = targets_of(asked.outputs)
    recipes = recipes_of(settings)
    meant = selection_of(asked, settings, recipes)
    recipes = meant.left(held(asked, recipes))
    with progress_for(sys.stderr) as bar:
        request = request_of(asked, settings, bar)
        found = audit(request, lambda judgement: meant.of(advise(judgement, recipes).scan))
        reports = [(target, formats.render(name, found)) for target, name in targets]
    for target, report in reports:
        write_report(target, report)
    show(found, asked.output_format)
    return exit_code(found, asked.fail_on or settings.fail_on)
