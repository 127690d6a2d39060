"""Serves prompts with prov, on any release from 1.0 on."""

import importlib.util
from typing import TYPE_CHECKING

import prov
import prov.tracing  # expect: import-removed because the whole module is gone
import prov.utils as utils
from packaging.version import Version
from prov import Engine  # expect-ok: import-removed because the lazy table serves it from another file
from prov import SamplingParams  # expect-ok: import-removed because a star import brings it
from prov.profiler import Profiler  # expect: import-removed because no module of that name is left
from prov.utils import CacheSettings  # expect-ok: import-removed because the old name is kept as an alias
from prov.utils import DeviceProbe  # expect-ok: import-removed because the module's __getattr__ serves it
from prov.utils import make_tensor_pool  # expect: import-removed because nothing took its place
from prov.utils import round_up  # expect-ok: import-removed because it is still there

if TYPE_CHECKING:
    from prov.profiler import Profiler as ProfilerType  # expect-ok: import-removed because it never runs
else:
    ProfilerType = None

try:
    from prov.utils import current_stream  # expect-ok: import-removed because its absence is handled
except ImportError:
    current_stream = None

try:
    from prov.utils import make_arena
except ImportError:
    from prov.utils import make_tensor_pool as make_arena  # expect-ok: import-removed because only old releases come here

try:
    from prov.utils import make_tensor_pool as make_slabs  # expect-ok: import-removed because the new name follows
except (ImportError, AttributeError):
    from prov.utils import make_arena as make_slabs

if Version(prov.__version__) >= Version("2.0"):
    from prov.utils import make_arena as pool_of
else:
    from prov.utils import make_tensor_pool as pool_of  # expect-ok: import-removed because the gate is shut now


def is_prov_available(min_version: str | None = None) -> bool:
    if importlib.util.find_spec("prov") is None:
        return False
    return min_version is None or Version(prov.__version__) >= Version(min_version)


if is_prov_available():
    from prov.utils import bind_kv_cache  # expect: import-removed because being installed says nothing of the version

if is_prov_available(min_version="2.0"):
    from prov.utils import make_arena as arena
elif is_prov_available():
    from prov.utils import bind_kv_cache as arena  # expect-ok: import-removed because releases before 2.0 come here

_HAS_TRACING = importlib.util.find_spec("prov.tracing") is not None
if _HAS_TRACING:
    from prov.tracing import begin_span  # expect-ok: import-removed because the module was looked for first


def bind(context, caches):
    from prov.utils import bind_kv_cache as late  # expect: import-removed because the function fails when it is called

    late(context, caches)


def stream():
    if hasattr(utils, "current_stream"):
        from prov.utils import current_stream as now  # expect-ok: import-removed because the name was asked for first

        return now()
    return 0


def profile():
    if importlib.util.find_spec("prov.profiler"):
        from prov.profiler import Profiler as Found  # expect-ok: import-removed because the module was looked for first

        return Found()
    return Profiler()


def compiled(x):
    from prov.native import fast  # expect-ok: import-removed because a compiled module may give it
    from prov.table import add  # expect-ok: import-removed because the module fills itself

    return fast(add(x, 1))
