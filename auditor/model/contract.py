"""What a provider's source promises: the facts of one module, without any of its code running.

Everything here is plain data that survives a round trip through the cache.  Expressions
(annotations, defaults, bases, decorators) are kept as source text, to be resolved in the scope
of the module that wrote them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ParameterForm(enum.StrEnum):
    """How a parameter can be filled; the names are those of `inspect.Parameter.kind`."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional-or-keyword"
    VAR_POSITIONAL = "var-positional"
    KEYWORD_ONLY = "keyword-only"
    VAR_KEYWORD = "var-keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter. `default` is its source text; None means that it is required."""

    name: str
    form: ParameterForm
    default: str | None = None
    annotation: str | None = None

    @property
    def variadic(self) -> bool:
        """Whether it takes any number of arguments (`*args`, `**kwargs`)."""
        return self.form in (ParameterForm.VAR_POSITIONAL, ParameterForm.VAR_KEYWORD)

    @property
    def required(self) -> bool:
        """Whether a call must fill it."""
        return self.default is None and not self.variadic


class FunctionForm(enum.StrEnum):
    """What a `def` becomes once its decorators have run."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS_METHOD = "classmethod"
    STATIC_METHOD = "staticmethod"
    PROPERTY = "property"


class ReturnForm(enum.StrEnum):
    """What a `return` statement gives, as far as its expression tells without inference."""

    NONE = "none"
    TUPLE = "tuple"
    LIST = "list"
    DICT = "dict"
    LITERAL = "literal"
    ITEM = "item"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """One way out of a body.

    `text` is the returned expression's source. For a TUPLE without star, `arity` is its length.
    `parameter` names the parameter of the enclosing function whose being given or not decides
    for this way out (`x[0] if rank is not None else x`; local copies of a parameter are
    followed, nested functions that the body returns the result of included); None when no
    parameter decides. `when_given` tells which of the two it is.
    """

    form: ReturnForm
    text: str
    line: int
    arity: int | None = None
    parameter: str | None = None
    when_given: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function or method, as written.

    `parameters` include `self`/`cls`. `returns` is the annotation's text. `wrapped_by` holds
    decorators that may change the signature (all those not known to keep it). `keys` are the
    literal keys that the body takes out of its `**kwargs` (get, pop, subscript, `in`);
    `forwards` are the callees (source text, like `super().__init__`) that get `**kwargs` handed
    on. `digest` fingerprints the body without docstring and without the function's own name, so
    that a renamed function keeps it; empty for bodies of fewer than two statements worth telling
    apart. `deprecated` is the text of a deprecation decorator, warning or docstring.
    `raises` are the names of the exceptions as the body writes them (`errors.Bad`; an `assert`
    is an AssertionError), those of nested functions left out. `warns` are deprecation texts
    said anywhere in the body, mostly of one parameter. `setter` tells that a property can be
    assigned.
    """

    name: str
    line: int
    form: FunctionForm
    parameters: tuple[Parameter, ...]
    returns: str | None = None
    is_async: bool = False
    is_generator: bool = False
    is_abstract: bool = False
    is_stub: bool = False
    is_conditional: bool = False
    decorators: tuple[str, ...] = ()
    wrapped_by: tuple[str, ...] = ()
    overloads: tuple[tuple[tuple[Parameter, ...], str | None], ...] = ()
    exits: tuple[Return, ...] = ()
    raises: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    forwards: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()
    digest: str = ""
    deprecated: str | None = None
    setter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A name bound to a value: in a module, a class body, or on `self` in a method.

    `value` and `annotation` are source text. `bound_in` names the method for `self.x = …`.
    """

    name: str
    line: int
    annotation: str | None = None
    value: str | None = None
    bound_in: str | None = None
    is_conditional: bool = False


class ClassFlavor(enum.StrEnum):
    """What builds a class's constructor when it has no `__init__` of its own."""

    PLAIN = "plain"
    DATACLASS = "dataclass"
    PYDANTIC_DATACLASS = "pydantic-dataclass"
    PYDANTIC_MODEL = "pydantic-model"
    MSGSPEC_STRUCT = "msgspec-struct"
    NAMED_TUPLE = "namedtuple"
    TYPED_DICT = "typed-dict"
    ATTRS = "attrs"
    ENUM = "enum"
    PROTOCOL = "protocol"


@dataclass(frozen=True, slots=True, kw_only=True)
class Class:
    """A class, as written.

    `fields` are the constructor parameters that this class itself adds (without `self`) when its
    flavour generates one: InitVars are in, `init=False` and ClassVars are out, aliases are
    applied. Inherited fields are the base's own. `forbids_unknown` is None when unknown keywords
    are an error of the constructor as for any function, True or False where a setting says so
    (pydantic's `extra`). `aliases` are (parameter, second keyword that fills it as well).

    A PLAIN class whose base stands in another module has in `fields` what they are should that
    base's metaclass build the constructor (pydantic, msgspec); its `generates_init` stays False.
    """

    name: str
    line: int
    bases: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()
    decorators: tuple[str, ...] = ()
    flavor: ClassFlavor = ClassFlavor.PLAIN
    fields: tuple[Parameter, ...] = ()
    init_only: tuple[str, ...] = ()
    generates_init: bool = False
    forbids_unknown: bool | None = None
    aliases: tuple[tuple[str, str], ...] = ()
    functions: tuple[Function, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    classes: tuple[Class, ...] = ()
    is_conditional: bool = False
    deprecated: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A name that a module takes from elsewhere: `name` here is `target` there (absolute).

    A whole-module binding (`import a.b as c`) has `attribute` None and `module` "a.b".
    A star import has the name "*". `type_checking` imports exist for type checkers alone.
    """

    name: str
    module: str
    attribute: str | None
    line: int
    type_checking: bool = False
    is_conditional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleFacts:
    """All that one module of a provider says at its top level.

    `exports` is `__all__`, or None. `lazy` are names that a module `__getattr__` or a lazy
    import structure serves: (name, "module:attribute" or "" where it cannot be told).
    `has_getattr` tells that a module `__getattr__` exists, so that a missing name may still be
    served at run time. The lazy name "*" says that whatever the `__all__` of a sub-module names
    is served from there. `broken` says why the source could not be read, "" where it could.

    A name stands once, as what it is at run time (`if TYPE_CHECKING: … else: …` as the else has
    it; of two conditional definitions the first branch's); attributes bound on `self` stand once
    for each distinct value, beside those of the class body.
    """

    name: str
    path: str
    is_package: bool
    imports: tuple[Import, ...] = ()
    functions: tuple[Function, ...] = ()
    classes: tuple[Class, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    exports: tuple[str, ...] | None = None
    lazy: tuple[tuple[str, str], ...] = ()
    has_getattr: bool = False
    broken: str = ""
