"""The page of a workflow's run, where one is running that has such a page."""

from __future__ import annotations

import os

from drift_audit.auditor.model import Scan

from .output import aside

_PLACE = "GITHUB_STEP_SUMMARY"


def add_summary(found: Scan) -> None:
    """Put the verdict and the worst findings below what other steps have said.

    A page that cannot be written is no fault of the scan: it is told, and all else goes on.
    """
    place = os.environ.get(_PLACE)
    if not place:
        return
    from drift_audit.reports import formats

    try:
        with open(place, "ab") as page:  # noqa: PTH123 - a name that is no path raises there
            page.write(formats.render("markdown", found).encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        aside(f"note: the summary of the step was not written to {place}: {error}")
