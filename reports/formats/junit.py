"""For dashboards of test results: a finding is a failed test, an unjudged use a skipped one.

The names of tests hold no line where another name is to be had, so that a test is the same one in
the next run. What has no place in XML is spelled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from drift_audit.auditor.model import Finding, Scan, Severity
from drift_audit.reports.fixes import fate
from drift_audit.reports.inert import one_line
from drift_audit.reports.verdict import by_place, providers, verdict

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SUFFIXES = (".junit.xml", ".xml")

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def render(scan: Scan) -> str:
    """Write the scan as one suite of tests."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    suite = Element("testsuite", name=one_line(scan.consumer.name))
    known = SubElement(suite, "properties")
    for provider in providers(scan):
        since = f", baseline {provider.baseline}" if provider.baseline else ""
        value = one_line(f"{provider.version}{since}")
        SubElement(known, "property", name=one_line(provider.name), value=value)
    _case(suite, "drift-audit", "what could be judged", told=one_line(verdict(scan).sentence))
    _findings(suite, scan)
    _unjudged(suite, scan)
    suites = Element("testsuites", name="drift-audit")
    suites.append(suite)
    for element in (suites, suite):
        _count(element)
    indent(suites)
    return f"{_HEAD}{tostring(suites, encoding='unicode')}\n"


def _count(element: Element) -> None:
    for counted, tag in (("tests", "testcase"), ("failures", "failure"), ("skipped", "skipped")):
        element.set(counted, str(sum(1 for _ in element.iter(tag))))
    element.set("errors", "0")


def _case(suite: Element, group: str, name: str, *, told: str = "") -> Element:
    from xml.etree.ElementTree import SubElement

    case = SubElement(suite, "testcase", classname=one_line(group), name=one_line(name))
    if told:
        SubElement(case, "system-out").text = told
    return case


def _findings(suite: Element, scan: Scan) -> None:
    from xml.etree.ElementTree import SubElement

    taken: Counter[tuple[str, str]] = Counter()
    for finding in by_place(scan.findings):
        path = scan.consumer.in_repository(finding.span.path)
        name = _name(finding)
        taken[path, name] += 1
        number = taken[path, name]
        details = "\n".join(_details(scan, finding))
        harmless = finding.severity is Severity.NOTE or finding.is_advisory
        case = _case(
            suite,
            path,
            f"{name} ({number})" if number > 1 else name,
            told=details if harmless else "",
        )
        case.attrib |= {"file": one_line(path), "line": str(finding.span.line)}
        if not harmless:
            kind = f"{finding.severity}: {one_line(finding.kind)}"
            failure = SubElement(case, "failure", type=kind, message=one_line(finding.message))
            failure.text = details


def _name(finding: Finding) -> str:
    named = finding.symbol.endswith(f".{finding.parameter}") or not finding.parameter
    symbol = finding.symbol if named else f"{finding.symbol} ({finding.parameter})"
    return f"{finding.kind}: {symbol}" if symbol else finding.kind


def _details(scan: Scan, finding: Finding) -> Iterator[str]:
    span = finding.span
    path = scan.consumer.in_repository(span.path)
    yield one_line(f"{path}:{span.line}:{span.column} {finding.severity} {finding.kind}")
    became = fate(finding, mended=scan.after is not None)
    rows = (
        ("", finding.message),
        ("before: ", finding.before),
        ("now: ", finding.now),
        ("what to do: ", became.advice if became else finding.advice),
        ("fix: ", f"{became.became}: {became.gist}" if became else ""),
    )
    yield from (one_line(f"{label}{text}") for label, text in rows if text)


def _unjudged(suite: Element, scan: Scan) -> None:
    from xml.etree.ElementTree import SubElement

    for use in sorted(scan.coverage.unjudged, key=lambda u: (u.path, u.line, u.text, u.reason)):
        path = scan.consumer.in_repository(use.path)
        case = _case(suite, path, f"use in line {use.line}: {use.text}")
        case.attrib |= {"file": one_line(path), "line": str(use.line)}
        SubElement(case, "skipped", message=one_line(use.reason))
    for file in sorted(scan.coverage.skipped, key=lambda each: (each.path, each.reason)):
        path = scan.consumer.in_repository(file.path)
        case = _case(suite, path, "file")
        case.set("file", one_line(path))
        SubElement(case, "skipped", message=one_line(f"not read: {file.reason}"))
