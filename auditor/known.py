"""Findings that a project knows of: kept in a file, so that later runs tell what is new.

They go by content: a finding's fingerprint holds its kind, file, symbol and parameter, and no line.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from .errors import ConfigurationError
from .model import Aside, Finding, Scan, SetAside

NAME = "drift-audit-known.json"
_ABOUT = "Findings that are known; `drift-audit known write` makes this file anew."
_SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class KnownFinding:
    """One known finding; all but its fingerprint is there to be read by people."""

    path: str
    kind: str
    symbol: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """The file as it is spelt."""

    schema_version: Literal[1]
    consumer: str
    providers: dict[str, str]
    findings: list[KnownFinding]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a file of known findings holds, and for which consumer and providers they were found.

    `consumer` is where that lies from the file's folder, or what it was called; `providers` are
    pairs of package and version.
    """

    consumer: str
    providers: tuple[tuple[str, str], ...]
    findings: tuple[KnownFinding, ...]

    def apart(self, scan: Scan) -> Scan:
        """The scan with what is known set aside."""
        prints = {one.fingerprint for one in self.findings}
        known = [f for f in scan.findings if f.fingerprint in prints]
        aside = tuple(SetAside(finding=f, aside=Aside.KNOWN) for f in known)
        return replace(
            scan,
            findings=tuple(f for f in scan.findings if f.fingerprint not in prints),
            set_aside=(*scan.set_aside, *aside),
        )

    def gone(self, scan: Scan, consumer: str) -> tuple[KnownFinding, ...]:
        """What a scan of everything does not find any more.

        None where it is of another consumer or other releases, or could not read a file: there
        what is not found may still be there.
        """
        if consumer != self.consumer or _releases(scan) != self.providers or scan.coverage.skipped:
            return ()
        found = (*scan.findings, *(one.finding for one in scan.set_aside))
        there = {finding.fingerprint for finding in found}
        return tuple(one for one in self.findings if one.fingerprint not in there)

    def without(self, gone: tuple[KnownFinding, ...]) -> Known:
        """What is left when some are gone."""
        return replace(self, findings=tuple(one for one in self.findings if one not in gone))

    def text(self) -> str:
        """As the file holds it: a finding a line, in the order of the files."""
        lines = [json.dumps(asdict(one)) for one in sorted(self.findings)]
        head = {
            "about": _ABOUT,
            "schema_version": _SCHEMA,
            "consumer": self.consumer,
            "providers": dict(self.providers),
        }
        rows = ",\n".join(f"    {line}" for line in lines)
        listed = f"[\n{rows}\n  ]" if rows else "[]"
        whole = json.dumps(head, indent=2).removesuffix("\n}")
        return f'{whole},\n  "findings": {listed}\n}}\n'


def known_of(scan: Scan, consumer: str) -> Known:
    """All that a scan finds, as known; advisories never count, so they need not be."""
    found = (*scan.findings, *(o.finding for o in scan.set_aside if o.aside is Aside.KNOWN))
    findings = tuple(sorted(_known(f) for f in found if not f.is_advisory))
    return Known(consumer=consumer, providers=_releases(scan), findings=findings)


def read_known(file: Path) -> Known | None:
    """What a file holds, None when there is no such file.

    Raises:
        ConfigurationError: it is not one that this program wrote.
    """
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise ConfigurationError(f"{file} cannot be read: {reason}", "Look at the file.") from error
    import msgspec

    try:
        whole = msgspec.json.decode(text, type=_File)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ConfigurationError(
            f"{file} holds no known findings: {error}",
            "Restore it, or make it anew with `drift-audit known write`.",
        ) from error
    return Known(
        consumer=whole.consumer,
        providers=tuple(sorted(whole.providers.items())),
        findings=tuple(sorted(whole.findings)),
    )


def _known(finding: Finding) -> KnownFinding:
    return KnownFinding(
        path=finding.span.path,
        kind=finding.kind,
        symbol=finding.symbol,
        fingerprint=finding.fingerprint,
    )


def _releases(scan: Scan) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((provider.name, provider.version) for provider in scan.providers))
