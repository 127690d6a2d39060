"""`functools.partial(function, …)`: what is filled early must fit as well."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from .arguments import arguments_of
from .bind import FaultForm, bind
from .constructors import signature_of
from .env import Env
from .guards import settled
from .model import UseForm
from .outcome import Called, Signature
from .values import ClassRef, FunctionRef, Prefilled, Value

if TYPE_CHECKING:
    from .run import Run


def judged(run: Run, node: ast.Call, function: Value, env: Env) -> Value:
    """Record the early arguments as a call that leaves the rest open."""
    if isinstance(function, (FunctionRef, ClassRef)):
        signature = signature_of(run.world, function)
        if isinstance(signature, Signature):
            arguments = arguments_of(node, lambda value: settled(run, value, env))[1:]
            binding = bind(signature.parameters, arguments)
            kept = tuple(f for f in binding.faults if f.form is not FaultForm.MISSING)
            binding = replace(binding, faults=kept, open_positions=True, open_keywords=True)
            edition = run.world.edition_of(function.module)
            run.record(
                env,
                node,
                UseForm.CALL,
                ast.unparse(node.args[0])[:60],
                Called(signature=signature, binding=binding),
                provider=edition.package if edition else "",
                guarded=env.shelter.calls,
                arguments=arguments,
            )
    return Prefilled(function, node)
