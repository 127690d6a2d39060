import importlib.metadata
import inspect

import prov
import prov.engine
from packaging import version
from packaging.version import Version, parse
from prov.engine import Engine, run

try:  # expect: stale-gate [always succeeds] because the oldest supported release has it there
    from prov.tools import pack
except ImportError:
    from prov.engine import pack
try:  # expect-ok: stale-gate because 1.0 does not have it there
    from prov.engine import coming
except ImportError:
    from prov.tools import pack as coming
try:  # expect-ok: stale-gate because what it is ready for is that prov is not installed
    from prov.tools import pack as packed
except ImportError:
    packed = None
try:  # expect-ok: stale-gate because it may be ready for any fault of that module
    from prov.tools import pack as wrapped
except Exception:
    from prov.engine import run as wrapped
try:  # expect-ok: stale-gate because the fallback is of another package
    from prov.tools import pack as borrowed
except ImportError:
    from json import dumps as borrowed
try:  # expect-ok: stale-gate because more than the import is tried
    from prov.tools import pack as checked

    checked([])
except ImportError:
    from prov.engine import run as checked


def by_version(tokens):
    if Version(prov.__version__) >= Version("0.9"):  # expect: stale-gate [always] because all are
        tokens = run(tokens)
    else:
        tokens = []
    if Version("1.0") > version.parse(prov.__version__):  # expect: stale-gate [never] because none
        tokens = []
    elif not parse(importlib.metadata.version("prov")) < Version("1"):  # expect: stale-gate because all are
        tokens = run(tokens)
    if Version(prov.__version__) >= Version("1.5"):  # expect-ok: stale-gate because 1.0 is not
        tokens = run(tokens)
    if Version(prov.__version__) < Version("3"):  # expect-ok: stale-gate because 3 may come
        tokens = run(tokens)
    if Version(prov.__version__) >= Version("0.9") and tokens:  # expect-ok: stale-gate because of the rest
        tokens = run(tokens)
    if prov.__version__ >= "0.9":  # expect-ok: stale-gate because texts are compared
        tokens = run(tokens)
    return tokens


def by_content(tokens, name, engine: Engine):
    if hasattr(prov.engine, "run"):  # expect: stale-gate because it is in both
        tokens = run(tokens)
    if hasattr(prov.engine, "coming"):  # expect-ok: stale-gate because 1.0 has it not
        tokens = prov.engine.coming(tokens)
    if hasattr(prov.engine, "leaving"):  # expect-ok: stale-gate because 2.0 has it not
        tokens = prov.engine.leaving(tokens)
    if hasattr(prov.engine, "never"):  # expect-ok: stale-gate because a later release may have it
        tokens = prov.engine.never(tokens)
    if hasattr(prov, name):  # expect-ok: stale-gate because it is not told what is asked for
        tokens = run(tokens)
    if hasattr(engine, "step"):  # expect: stale-gate because its class has it
        tokens = engine.step(tokens)
    if hasattr(engine, "late"):  # expect-ok: stale-gate because the object may not have it yet
        tokens = engine.late
    if hasattr(engine, "extra"):  # expect-ok: stale-gate because a subclass may have it
        tokens = engine.extra
    run(tokens, **({"limit": 1} if "limit" in inspect.signature(run).parameters else {}))  # expect: stale-gate because both take it
    run(tokens, **({"seed": 1} if "seed" in inspect.signature(run).parameters else {}))  # expect-ok: stale-gate because 1.0 takes it
    kind = "eager" if "eager" not in inspect.signature(Engine).parameters else "lazy"  # expect: stale-gate [never] because both take it
    return tokens, kind
