"""The nouns of mending: frozen data, standard library only."""

from .fix import Check, Edit, Fix, Patch, RejectedFix, VerifiedPatch
from .operation import (
    AddImport,
    AddKeyword,
    AddParameter,
    DropKeyword,
    InsertAfter,
    InsertBefore,
    MoveSymbol,
    Operation,
    RenameAttribute,
    RenameKeyword,
    Rewrite,
    Scope,
)
from .recipe import ANY, Applicability, Families, ProviderRange, Recipe, Trigger

__all__ = [
    "ANY",
    "AddImport",
    "AddKeyword",
    "AddParameter",
    "Applicability",
    "Check",
    "DropKeyword",
    "Edit",
    "Families",
    "Fix",
    "InsertAfter",
    "InsertBefore",
    "MoveSymbol",
    "Operation",
    "Patch",
    "ProviderRange",
    "Recipe",
    "RejectedFix",
    "RenameAttribute",
    "RenameKeyword",
    "Rewrite",
    "Scope",
    "Trigger",
    "VerifiedPatch",
]
