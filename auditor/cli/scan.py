"""`drift-audit scan`."""

from __future__ import annotations

import sys

import click

from drift_audit.auditor.errors import UsageError

from .options import SCAN, Asked
from .output import aside, write_report
from .progress import progress_for

_WHOLE = "Leave --select, --ignore, --exclude, --no-recipes and --changed-since out."


@click.command(params=SCAN)
def scan(**words: object) -> int:
    """Find what drifted between CONSUMER and its providers.

    CONSUMER is a folder or file of source, a wheel, the name of an installed distribution, or a
    requirement such as `speculators==0.3.0`. Default: the settings' `consumer`, else the project in
    the current folder.

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage, 3 could not analyse.
    """
    from drift_audit.reports import formats

    from .acquainted import is_whole, known_file
    from .changed import limited
    from .inquiry import exit_code, inquire, show, targets_of
    from .project import understood

    asked, settings = understood(Asked, words)
    formats.load(asked.output_format)
    targets = targets_of(asked.outputs)
    file = known_file(asked, settings)
    if asked.shrink_known and not is_whole(asked):
        raise UsageError("--shrink-known is for a whole scan", _WHOLE)
    with progress_for(sys.stderr) as bar:
        found = file.apart(inquire(asked, settings, bar))
        if is_whole(asked) and not asked.shrink_known:
            found = file.noted(found)
        if asked.changed_since:
            found = limited(found, asked.changed_since, asked.consumer)
        reports = [(target, formats.render(name, found)) for target, name in targets]
    for target, report in reports:
        write_report(target, report)
    show(found, asked.output_format)
    code = exit_code(found, asked.fail_on or settings.fail_on)
    if asked.shrink_known and (gone := file.shrink(found)):
        aside(f"{gone} known finding{'s' * (gone != 1)} gone, taken out of {file.path}")
    return code
