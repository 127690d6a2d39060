"""Classes of the consumer that somebody else may make objects of: told by the text."""

from __future__ import annotations

import re

from .project import Project

_TESTED = re.compile(r"\b(?:isinstance|issubclass|cast)\((?:[^()]|\([^()]*\))*\)")


def is_handed_on(project: Project, name: str) -> bool:
    """Whether a class is passed on, put in the place of another, or named in a dotted string."""
    own = re.escape(name)
    on = re.compile(
        rf"[(,=]\s*(?:\w+\.)*{own}\s*[,)]"
        rf"|\.\w+\s*=\s*(?:\w+\.)*{own}\b(?!\()"
        rf"|['\"][\w./]+[.:]{own}['\"]"
    )
    derived = re.compile(rf"class \w+\([^)]*\b{own}\b[^)]*\)|super\(\s*{own}\b[^)]*\)")
    return any(
        on.search(_TESTED.sub("", derived.sub("", module.source)))
        for module in project.modules.values()
        if name in module.source
    )
