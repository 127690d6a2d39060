"""Comments by which a consumer lets a finding be: `# drift: ignore[kind, …] reason`.

A comment is for what is found at its line: where the finding stands, where its use begins, or where
the call that it is about ends.
"""

from __future__ import annotations

import contextlib
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .findings import by_line, findings_of
from .judge import Case
from .model import Aside, Finding, Scan, SetAside, Span, Use, UseForm
from .outcome import Idle
from .pairing import Pairing, versions_of
from .project import OwnModule, Project

if TYPE_CHECKING:
    from .scan import Judgement

_KIND = "ignore-unused"
_COMMENT = re.compile(
    r"#\s*drift:\s*ignore\b(?:\[(?P<names>[^\]]*)\])?[:,]?\s*(?P<reason>.*?)\s*(?:\s#\s.*)?"
)
_NEAR = 0.8


@dataclass(frozen=True, slots=True)
class _Remark:
    """One such comment; `used` are those of its names that something was found of."""

    span: Span
    text: str
    names: tuple[str, ...]
    reason: str
    used: set[str] = field(default_factory=set)

    def takes(self, finding: Finding) -> bool:
        """Whether it lets a finding at its line be."""
        named = {finding.kind, finding.recipe} & set(self.names)
        self.used.update(named)
        return bool(named)


def settled(judgement: Judgement, scan: Scan, recipes: Iterable[str] = ()) -> Scan:
    """The scan with what the consumer ignores set aside, and comments that ignore nothing told.

    `recipes` are the ids of those that were held against the consumer.
    """
    project = judgement.now.project
    remarks = {(one.span.path, one.span.line): one for one in _remarks(project)}
    if not remarks:
        return scan
    kept: list[Finding] = []
    aside: list[SetAside] = []
    for finding in scan.findings:
        taking = [one for place in _places(finding) if (one := remarks.get(place))]
        reasons = [one.reason for one in taking if one.takes(finding)]
        if reasons:
            reason = next(filter(None, reasons), "")
            aside.append(SetAside(finding=finding, aside=Aside.IGNORED, reason=reason))
        else:
            kept.append(finding)
    cases = [*_idle(judgement, scan, remarks, {*recipes})]
    kinds = tuple(kind for kind in judgement.chosen if kind.id == _KIND)
    unused = findings_of(cases, kinds, project)
    return replace(
        scan,
        findings=tuple(sorted((*kept, *unused), key=by_line)),
        set_aside=(*scan.set_aside, *aside),
    )


def _remarks(project: Project) -> Iterator[_Remark]:
    for module in project.modules.values():
        if "drift:" in module.source:
            yield from _remarks_in(module)


def _remarks_in(module: OwnModule) -> Iterator[_Remark]:
    # Python has parsed the file; what its tokenizer in Python stumbles over holds no comment of us.
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(module.source).readline):
            found = None
            if token.type == tokenize.COMMENT and (at := token.string.find("drift:")) >= 0:
                found = _COMMENT.fullmatch(token.string, token.string.rfind("#", 0, at))
            if found is not None:
                line, column = token.start
                span = Span(
                    path=module.path,
                    line=line,
                    column=column + 1 + found.start(),
                    end_line=line,
                    end_column=token.end[1] + 1,
                )
                names = (name.strip() for name in (found["names"] or "").split(","))
                words = "" if found["names"] is None else f"[{found['names']}]"
                text = f"# drift: ignore{words}"
                yield _Remark(span, text, tuple(filter(None, names)), found["reason"])


def _places(finding: Finding) -> frozenset[tuple[str, int]]:
    site = finding.site or finding.span
    lines = [finding.span.line, site.line, *([site.end_line] if finding.call else [])]
    return frozenset((finding.span.path, line) for line in lines)


def _idle(
    judgement: Judgement,
    scan: Scan,
    remarks: Mapping[tuple[str, int], _Remark],
    recipes: set[str],
) -> Iterator[Case]:
    """The comments of which a name is for nothing, where something could have drifted."""
    moved = [pairing for pairing in judgement.compared if pairing.has_moved]
    if not moved:
        return
    unclear = {(use.path, use.line) for use in scan.coverage.unjudged}
    sought = {kind.id for kind in judgement.chosen} | recipes
    for place, remark in remarks.items():
        if place in unclear or _KIND in remark.names:
            continue
        if not remark.names:
            yield _case(judgement, moved[0], remark, (), "it names no kind of drift")
        idle = tuple(name for name in remark.names if name in sought - remark.used)
        if idle:
            yield _case(judgement, moved[0], remark, idle, "nothing of it is found there")
        for name in remark.names:
            if name not in sought and (near := _near(name, sought)):
                why = f"there is no such kind; did you mean `{near}`?"
                yield _case(judgement, moved[0], remark, (name,), why)


def _near(name: str, sought: set[str]) -> str:
    """What a name that is none is a slip for; "" where it may be a recipe that was not held."""
    import difflib

    return next(iter(difflib.get_close_matches(name, sorted(sought), n=1, cutoff=_NEAR)), "")


def _case(
    judgement: Judgement, pairing: Pairing, remark: _Remark, names: tuple[str, ...], why: str
) -> Case:
    use = Use(form=UseForm.COMMENT, span=remark.span, text=remark.text)
    return Case(
        use=use,
        now=Idle(names=names, why=why),
        before=None,
        versions=versions_of(pairing),
        worlds=(judgement.now.world, None),
        has_baseline=True,
        project=judgement.now.project,
    )
