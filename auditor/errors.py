"""What a user can mend, each with its exit code and its advice.

DriftAuditError                  3  could not analyse
├── UsageError                   2  the command line or a requirement is off
├── ConfigurationError           2  [tool.drift-audit] is off
├── ConsumerError                3  the consumer cannot be read
├── ProviderError                3  a provider cannot be found or read
│   └── UnknownVersionError      3  the release does not exist; the nearest are offered
├── ModelError                   3  a model's config.json cannot be found or read
├── IndexUnreachableError        3  the package index does not answer
├── OfflineError                 3  --offline, and the cache lacks what is needed
├── ArchiveError                 3  no zip, damaged, or unpacks to an unreasonable size
└── WritingError                 4  files cannot be written; the tree is as it was
    ├── ConflictError            4  a file is not the one that the patch was made from
    └── CutShortError            4  an earlier application was cut short and must be undone first
"""

from __future__ import annotations


class DriftAuditError(Exception):
    """A sentence that says what is wrong and where, and what to do next."""

    exit_code = 3

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


class UsageError(DriftAuditError):
    """The command line or a requirement is off."""

    exit_code = 2


class ConfigurationError(DriftAuditError):
    """`[tool.drift-audit]` is off; the message names file and key."""

    exit_code = 2


class ConsumerError(DriftAuditError):
    """The consumer cannot be read."""


class ProviderError(DriftAuditError):
    """A provider cannot be found or read."""


class UnknownVersionError(ProviderError):
    """The release does not exist; the advice offers the nearest ones."""


class ModelError(DriftAuditError):
    """A model's config.json cannot be found or read."""


class IndexUnreachableError(DriftAuditError):
    """The package index does not answer."""


class OfflineError(DriftAuditError):
    """`--offline` was given, and the cache lacks what is needed."""


class ArchiveError(DriftAuditError):
    """An archive is damaged, is none, or unpacks to an unreasonable size."""


class WritingError(DriftAuditError):
    """Files cannot be written, or may not be; the tree is as it was."""

    exit_code = 4


class ConflictError(WritingError):
    """What would be written over is not what it was taken for; the message says which file."""


class CutShortError(WritingError):
    """An application of patches was cut short, and only `drift-audit undo` leads on."""
