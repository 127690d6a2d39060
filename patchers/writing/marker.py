"""`drift-audit.json` in a patched copy's metadata: who patched what, with which knowledge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drift_audit.auditor import __version__
from drift_audit.auditor.trees import Distribution
from drift_audit.patchers.model import Fix, Patch

from .record import digest_of

MARKER = "drift-audit.json"
_SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A patched copy of this program's: of what, and where its metadata lies in it."""

    name: str
    info: Path


def find_marker(folder: Path) -> Marker | None:
    """The marker of a patched copy, None for any other folder."""
    for path in sorted(folder.glob(f"*.dist-info/{MARKER}")):
        try:
            said = json.loads(path.read_bytes())
            return Marker(name=str(said["consumer"]["name"]), info=path.parent)
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def marker_text(
    consumer: Distribution,
    patched: Sequence[tuple[str, Patch]],
    providers: Sequence[str],
    earlier: bytes = b"",
) -> bytes:
    """The marker's bytes. No clock is in it: equal input gives equal bytes.

    Args:
        consumer: What was patched.
        patched: Patches, each with the file's path in the copy.
        providers: What it was judged against, as "vllm 0.17.1".
        earlier: The marker of a copy that is patched once more.
    """
    application = {
        "tool": f"drift-audit {__version__}",
        "providers": list(providers),
        "files": [_told(path, patch) for path, patch in sorted(patched, key=lambda one: one[0])],
    }
    archive = consumer.archive.filename if consumer.archive else ""
    whole = {
        "schema_version": _SCHEMA,
        "consumer": {"name": consumer.name, "version": consumer.version, "archive": archive},
        "applications": [*_applications(earlier), application],
    }
    return (json.dumps(whole, indent=2) + "\n").encode()


def _told(path: str, patch: Patch) -> dict[str, object]:
    return {
        "path": path,
        "before": digest_of(patch.before),
        "after": digest_of(patch.after),
        "fixes": [_fix(fix) for fix in patch.fixes],
    }


def _fix(fix: Fix) -> dict[str, str]:
    return {
        "origin": fix.origin,
        "applicability": str(fix.applicability),
        "kind": fix.finding.kind,
        "provider": fix.finding.provider,
        "symbol": fix.finding.symbol,
        "fingerprint": fix.finding.fingerprint,
    }


def _applications(earlier: bytes) -> list[object]:
    try:
        said = json.loads(earlier)["applications"]
    except (ValueError, KeyError, TypeError):
        return []
    return said if isinstance(said, list) else []
