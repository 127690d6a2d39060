"""The child that imports a provider: a script of its own, for any Python from 3.9 on.

    python probe.py REQUEST ANSWER

REQUEST is a JSON file {"symbols": [...], "binds": [[symbol, args_count, [keyword, ...], partial],
...], "refused": [path, ...]}; what is refused cannot be imported.  ANSWER gets one JSON object a
line, each written before the next thing is tried, so that whatever ends this process takes away
one answer at most.  Nothing but the standard library is used, and nothing that the provider prints
is listened to.
"""

from __future__ import annotations

import os
import sys

if sys.path and os.path.realpath(sys.path[0]) == os.path.dirname(os.path.realpath(__file__)):  # noqa: PTH120 - before anything else is imported
    del sys.path[0]  # else our neighbours would be imported in place of modules of their names

import functools
import importlib
import importlib.util
import inspect
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from . import layers, refusal
else:

    def _beside(name: str) -> object:
        """A file of ours, under a name that no provider has."""
        path = os.path.join(os.path.dirname(os.path.realpath(__file__)), name + ".py")  # noqa: PTH118, PTH120
        spec = importlib.util.spec_from_file_location("_drift_audit_" + name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    layers, refusal = _beside("layers"), _beside("refusal")

_SIMPLE = (type(None), bool, int, float, str, bytes)
_LONGEST = 200
_FAILED: dict[str, str] = {}


class Missing(Exception):  # noqa: N818 - a result, not a failure
    """There is no such symbol."""


class NotImported(Exception):  # noqa: N818 - a result, not a failure
    """A module on the way raised."""


class Answers:
    """The file that answers go to."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the end

    def say(self, **told: object) -> None:
        """Write one answer, past all buffers."""
        self._file.write(json.dumps(told) + "\n")
        self._file.flush()


def first_line(error: BaseException) -> str:
    """An exception's type and the first line of its text."""
    text = str(error).strip().split("\n")[0][:_LONGEST]
    return type(error).__name__ + (": " + text if text else "")


def import_module(name: str, answers: Answers) -> object:
    """Import, and say so before, lest the import ends us."""
    if name in sys.modules:
        return sys.modules[name]
    if name in _FAILED:
        raise NotImported(_FAILED[name])
    answers.say(importing=name)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name == name:
            raise Missing("there is no module " + name) from None
        _FAILED[name] = first_line(error)
    except BaseException as error:  # noqa: BLE001 - a provider may raise SystemExit as well
        _FAILED[name] = first_line(error)
    finally:
        answers.say(importing=None)
    raise NotImported(_FAILED[name])


def find(symbol: str, answers: Answers) -> tuple[object, object]:
    """What a dotted name is, and what holds it."""
    parts = symbol.split(".")
    holder, found = None, import_module(parts[0], answers)
    for count, part in enumerate(parts[1:], 2):
        try:
            holder, found = found, getattr(found, part)
        except AttributeError:
            if not inspect.ismodule(found):
                raise Missing(f"{type_name(found)} has no attribute {part}") from None
            try:
                holder, found = found, import_module(".".join(parts[:count]), answers)
            except Missing:
                raise Missing(
                    f"module {'.'.join(parts[: count - 1])} has no attribute {part}"
                ) from None
        except BaseException as error:  # noqa: BLE001 - a module's __getattr__ may import
            raise NotImported(first_line(error)) from None
    return found, holder


def type_name(found: object) -> str:
    """A class by its own name, any other object by its type's."""
    return found.__name__ if inspect.isclass(found) else "an object of " + type(found).__name__


def own_attribute(holder: object, found: object, name: str) -> object:
    """The attribute as the class keeps it, before binding."""
    if not inspect.isclass(holder):
        return found
    try:
        return inspect.getattr_static(holder, name)
    except AttributeError:
        return found


def kind_of(found: object, holder: object, name: str) -> str:
    """What sort of thing a symbol is."""
    own = own_attribute(holder, found, name)
    if inspect.ismodule(found):
        return "module"
    if inspect.isclass(found):
        return "class"
    if isinstance(own, property) or type(own).__name__ == "cached_property":
        return "property"
    if inspect.isroutine(found):
        return "method" if inspect.isclass(holder) else "function"
    return "other"


def takes_receiver(found: object, holder: object, name: str) -> bool:
    """Whether its first parameter is the object that it is called on."""
    bound = isinstance(own_attribute(holder, found, name), (staticmethod, classmethod))
    return not bound and inspect.isroutine(found) and inspect.isclass(holder)


def signature_of(found: object, holder: object, name: str) -> tuple[object, str]:
    """(signature without the receiver, "") or (None, why there is none)."""
    if not callable(found):
        return None, "cannot be called"
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError, NameError, AttributeError) as error:
        return None, first_line(error)
    parameters = list(signature.parameters.values())
    receives = takes_receiver(found, holder, name)
    if receives and parameters and parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        signature = signature.replace(parameters=parameters[1:])
    return signature, ""


def simple(value: object) -> str:
    """A default's text where it has one that is the same in every process, else ""."""
    if isinstance(value, tuple) and all(isinstance(one, _SIMPLE) for one in value):
        return repr(value)
    if type(value) in _SIMPLE:
        return repr(value)[:_LONGEST]
    return ""


def parameters_of(signature: object) -> list[list[object]]:
    """[name, kind, has a default, its text] for each parameter."""
    told: list[list[object]] = []
    for parameter in signature.parameters.values():  # type: ignore[attr-defined]
        given = parameter.default is not inspect.Parameter.empty
        text = simple(parameter.default) if given else ""
        told.append([parameter.name, parameter.kind.name, given, text])
    return told


def describe(symbol: str, answers: Answers) -> dict[str, object]:
    """All that is told of one symbol."""
    found, holder = find(symbol, answers)
    name = symbol.rpartition(".")[2]
    kind = kind_of(found, holder, name)
    signature, unsigned = signature_of(found, holder, name)
    told: dict[str, object] = {"kind": kind, "unsigned": unsigned}
    if signature is not None:
        told["parameters"] = parameters_of(signature)
    if inspect.isclass(found):
        told["mro"] = [one.__module__ + "." + one.__qualname__ for one in found.__mro__]
        told["attributes"] = sorted(dir(found))
        told["fields"] = fields_of(found)
    return told


def fields_of(cls: object) -> list[str]:
    """The instance attributes that a class declares, which `dir` may lack."""
    names: set[str] = set()
    for holder in ("__dataclass_fields__", "model_fields", "__struct_fields__", "_fields"):
        names.update(one for one in getattr(cls, holder, ()) if isinstance(one, str))
    for one in getattr(cls, "__mro__", ()):
        names.update(vars(one).get("__annotations__", ()))
    return sorted(names)


def bound(
    symbol: str, count: int, keywords: list[str], partial: object, answers: Answers
) -> dict[str, object]:
    """Whether a call with so many positions and these keywords fits."""
    found, holder = find(symbol, answers)
    if not callable(found):
        return {"inconclusive": "cannot be called"}
    receives = takes_receiver(found, holder, symbol.rpartition(".")[2])
    try:
        call = layers.Call(count, accepted(found, keywords), partial=bool(partial))
        told = layers.try_call(found, call, receives=receives)
    except (TypeError, ValueError, NameError, AttributeError) as error:
        return {"inconclusive": first_line(error)}
    if "signature" not in told:
        return told
    return {"fits": True, "parameters": parameters_of(told["signature"])}


def accepted(found: Any, keywords: list[str]) -> list[str]:  # noqa: ANN401
    """The keywords as pydantic hands them on: second names replaced, unknown ones dropped."""
    if not hasattr(found, "__pydantic_validator__"):
        return keywords
    config = getattr(found, "model_config", None) or getattr(found, "__pydantic_config__", None)
    config = config if isinstance(config, dict) else {}
    fields = getattr(found, "__pydantic_fields__", None) or {}
    if config.get("populate_by_name") or config.get("validate_by_name"):
        aliases = {name: getattr(one, "alias", None) or name for name, one in fields.items()}
        keywords = [aliases.get(name, name) for name in keywords]
    if config.get("extra") in ("forbid", "allow"):
        return keywords
    return [name for name in keywords if name in inspect.signature(found).parameters]


def answer(told: dict[str, object], ask: Callable[[], dict[str, object]], answers: Answers) -> None:
    """Answer one request; `told` says which."""
    try:
        result = ask()
    except Missing as error:
        result = {"missing": str(error)}
    except NotImported as error:
        result = {"not_imported": str(error)}
    except BaseException as error:  # noqa: BLE001 - a provider's metaclass may raise anything
        result = {"not_imported": first_line(error)}
    answers.say(**told, **result)


def main(request: str, answered: str) -> None:
    """Answer all requests, then leave without waiting for what the provider has started."""
    with open(request, encoding="utf-8") as file:  # noqa: PTH123
        asked = json.load(file)
    answers = Answers(answered)
    sys.meta_path.insert(0, refusal.Refusal(asked["refused"]))
    for symbol in asked["symbols"]:
        answers.say(begin=symbol)
        answer({"symbol": symbol}, functools.partial(describe, symbol, answers), answers)
    for bind in asked["binds"]:
        answers.say(begin=bind)
        tried = functools.partial(bound, bind[0], bind[1], bind[2], bind[3], answers)
        answer({"bind": bind}, tried, answers)
    answers.say(done=True, python=sys.version.split()[0])
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
