"""`drift-audit scan`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drift_audit.auditor.errors import ConsumerError, ProviderError, UsageError
from drift_audit.auditor.model import Scan, Severity

from .options import SCAN, Asked
from .output import is_coloured, refuse_unwritable, say, write_report
from .progress import Bar, progress_for

if TYPE_CHECKING:
    from drift_audit.auditor.audit import Request
    from drift_audit.auditor.config import Settings


@click.command(params=SCAN)
def scan(**words: object) -> int:
    """Find what drifted between CONSUMER and its providers.

    CONSUMER is a folder or file of source, a wheel, the name of an installed distribution, or a
    requirement such as `speculators==0.3.0`. Default: the project in the current folder.

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage, 3 could not analyse.
    """
    from drift_audit.auditor.audit import audit
    from drift_audit.reports import formats

    from .project import home_of, settings_of

    asked = Asked(**words)  # type: ignore[arg-type]
    formats.load(asked.output_format)
    targets = _targets(asked.outputs)
    settings = settings_of(home_of(asked.consumer))
    with progress_for(sys.stderr) as bar:
        found = audit(_request(asked, settings, bar))
        reports = [(target, formats.render(name, found)) for target, name in targets]
    for target, report in reports:
        write_report(target, report)
    _show(found, asked.output_format)
    return _exit_code(found, asked.fail_on or settings.fail_on)


def _targets(outputs: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The files to write and their formats. Raises UsageError for one that cannot be written."""
    from drift_audit.reports import formats

    places: set[str] = set()
    for name in outputs:
        refuse_unwritable(Path(name))
        place = os.path.realpath(name)
        if place in places:
            raise UsageError(f"the report {name} is named twice", "Name each file once.")
        places.add(place)
    return [(Path(name), formats.by_suffix(name)) for name in outputs]


def _request(asked: Asked, settings: Settings, bar: Bar | None) -> Request:
    from drift_audit.auditor.audit import Request
    from drift_audit.auditor.watch import unwatched

    from .project import environment_folder, home_of

    python = asked.python or settings.python or None
    return Request(
        consumer=asked.consumer,
        providers=asked.providers or settings.providers,
        baselines=asked.baselines,
        usual_baselines=settings.baselines,
        python=python,
        static=asked.static,
        select=asked.select or settings.select,
        ignore=(*settings.ignore, *asked.ignore),
        exclude=(*settings.exclude, *asked.exclude),
        offline=asked.offline,
        cwd=environment_folder(home_of(asked.consumer), python=python),
        cache_dir=_cache(asked.cache_dir),
        progress=bar,
        watch=bar.watch if bar else unwatched,
        notes=settings.notes,
    )


def _cache(named: str | None) -> Path:
    chosen = named or os.environ.get("DRIFT_AUDIT_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("drift-audit"))


def _show(found: Scan, output_format: str) -> None:
    from drift_audit.reports import formats

    if output_format != "text":
        say(formats.render(output_format, found), encoding="utf-8")
    elif sys.stdout is not None and is_coloured(sys.stdout):
        from drift_audit.reports.formats.text import render_terminal

        say(render_terminal(found))
    else:
        say(formats.render("text", found))


def _exit_code(found: Scan, fail_on: str) -> int:
    if fail_on != "never":
        bound = Severity(fail_on).rank
        if any(finding.severity.rank <= bound for finding in found.findings):
            return 1
    if not found.findings:
        _refuse_blindness(found)
    return 0


def _refuse_blindness(found: Scan) -> None:
    """Raises ConsumerError or ProviderError where nothing was judged that should have been."""
    name, coverage, files = found.consumer.name, found.coverage, found.consumer.files
    if not files:
        raise ConsumerError(f"no file of {name} is left to judge", "Exclude less.")
    if len(coverage.skipped) >= files:
        first = coverage.skipped[0]
        whole = f"none of the {files} files" if files > 1 else "the one file"
        verb = "could be" if files > 1 else "cannot be"
        raise ConsumerError(
            f"{whole} of {name} {verb} read", f"The first: {first.path}: {first.reason}."
        )
    if coverage.uses and not coverage.judged:
        first_use = coverage.unjudged[0]
        raise ProviderError(
            f"none of the {coverage.uses} uses in {name} could be judged",
            f"The first, in {first_use.path} line {first_use.line}: {first_use.reason}.",
        )
