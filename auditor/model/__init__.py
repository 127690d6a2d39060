"""The nouns of the tool: frozen data, standard library only."""

from .contract import (
    Attribute,
    Class,
    ClassFlavor,
    Function,
    FunctionForm,
    Import,
    ModuleFacts,
    Parameter,
    ParameterForm,
    Return,
    ReturnForm,
)
from .finding import (
    Confidence,
    Consumer,
    Coverage,
    Evidence,
    Finding,
    ProviderReport,
    Scan,
    Severity,
    Skipped,
    Unjudged,
)
from .place import Span
from .use import Argument, ArgumentForm, CallShape, Use, UseForm

__all__ = [
    "Argument",
    "ArgumentForm",
    "Attribute",
    "CallShape",
    "Class",
    "ClassFlavor",
    "Confidence",
    "Consumer",
    "Coverage",
    "Evidence",
    "Finding",
    "Function",
    "FunctionForm",
    "Import",
    "ModuleFacts",
    "Parameter",
    "ParameterForm",
    "ProviderReport",
    "Return",
    "ReturnForm",
    "Scan",
    "Severity",
    "Skipped",
    "Span",
    "Unjudged",
    "Use",
    "UseForm",
]
