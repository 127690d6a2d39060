"""Why an edit is not done."""

from __future__ import annotations


class ImpossibleError(Exception):
    """The edit cannot be done; the message is the reason, without a full stop."""


class OverlapError(Exception):
    """Another edit has its hands on the same place: this one can be tried in another round."""
