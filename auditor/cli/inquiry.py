"""What `scan` and `fix` share: words to a request, a scan to reports and an exit code."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from drift_audit.auditor.errors import ConsumerError, ProviderError, UsageError
from drift_audit.auditor.model import Finding, Scan, Severity

from .options import Asked
from .output import is_coloured, refuse_unwritable, say
from .progress import Bar
from .project import environment_folder, home_of
from .summary import add_summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from drift_audit.auditor.audit import Bench, Request
    from drift_audit.auditor.config import Settings


def targets_of(outputs: tuple[str, ...]) -> list[tuple[Path, str]]:
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


def request_of(asked: Asked, settings: Settings, bar: Bar | None) -> Request:
    """What is asked for, of the command line before the settings."""
    from drift_audit.auditor.audit import Request
    from drift_audit.auditor.watch import unwatched

    python = asked.python or settings.python or None
    return Request(
        consumer=asked.consumer,
        providers=asked.providers or settings.providers,
        baselines=asked.baselines,
        usual_baselines=settings.baselines,
        python=python,
        static=asked.static,
        severities=settings.severities,
        exclude=(*settings.exclude, *asked.exclude),
        offline=asked.offline,
        cwd=environment_folder(home_of(asked.consumer), python=python),
        cache_dir=cache_of(asked.cache_dir),
        progress=bar,
        watch=bar.watch if bar else unwatched,
        notes=settings.notes,
        model=asked.model or settings.model,
    )


def inquire(
    asked: Asked,
    settings: Settings,
    bar: Bar | None,
    before: Callable[[Bench], None] | None = None,
) -> Scan:
    """Audit what is asked for, with what recipes know, as far as it is selected.

    `before` is given what was found, before any of it is judged.

    Raises:
        DriftAuditError: whatever of it cannot be had, with advice.
    """
    from drift_audit.auditor.audit import audit
    from drift_audit.patchers.advise import advise

    from .project import held, recipes_of, selection_of

    recipes = recipes_of(settings)
    meant = selection_of(asked, settings, recipes)
    recipes = meant.left(held(asked, recipes))
    request = request_of(asked, settings, bar)
    return audit(request, lambda judgement: meant.of(advise(judgement, recipes).scan), before)


def cache_of(named: str | None) -> Path:
    """The folder of the cache: as named, as the environment has it, else the platform's."""
    chosen = named or os.environ.get("DRIFT_AUDIT_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("drift-audit"))


def show(found: Scan, output_format: str) -> None:
    """Write a scan to standard output, and on the page of a workflow's run."""
    from drift_audit.reports import formats

    if output_format != "text":
        say(formats.render(output_format, found), encoding="utf-8")
        if output_format == "github":
            add_summary(found)
    elif sys.stdout is not None and is_coloured(sys.stdout):
        from drift_audit.reports.formats.text import render_terminal

        say(render_terminal(found))
    else:
        say(formats.render("text", found))


def exit_code(found: Scan, fail_on: str) -> int:
    """1 for findings at or above a severity.

    Raises:
        ConsumerError, ProviderError: nothing was judged that should have been.
    """
    if reaches(found.findings, fail_on):
        return 1
    if not found.findings:
        _refuse_blindness(found)
    return 0


def reaches(findings: Iterable[Finding], fail_on: str) -> bool:
    """Whether a finding is at or above a severity; never for "never", and no advisory is."""
    if fail_on == "never":
        return False
    bound = Severity(fail_on).rank
    return any(f.severity.rank <= bound for f in findings if not f.is_advisory)


def _refuse_blindness(found: Scan) -> None:
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
