"""Names things of prov in strings."""

import importlib
import logging

from prov import tools
from prov.launch import launch

logger = logging.getLogger("prov.worker.Worker")  # expect-ok: string-gone because a logger may have any name

HELP = "See prov.worker.Worker and prov.store for how this is done."  # expect-ok: string-gone because it is prose

SPEC = {
    "module": "prov.store.DiskSpec",  # expect: string-gone because the module is gone
    "helper": "prov.tools.cool",  # expect-ok: string-gone because it is still there
}


def start():
    launch("m", worker_cls="prov.worker.Worker")  # expect: string-gone because no class of that name is left
    launch("m", worker_cls="prov.worker.TpuWorker")  # expect-ok: string-gone because the module's __getattr__ serves it
    return launch("prov.model/worker", extra=SPEC)  # expect-ok: string-gone because it is no dotted path


def dynamic():
    store = importlib.import_module("prov.store")  # expect: string-gone because the module is gone
    return getattr(tools, "warm"), store  # expect: string-gone because the name is gone and there is no default


def careful():
    warm = getattr(tools, "warm", None)  # expect-ok: string-gone because there is a default
    try:
        store = importlib.import_module("prov.store")  # expect-ok: string-gone because its absence is handled
    except ImportError:
        store = None
    return warm, store, getattr(tools, "cool")  # expect-ok: string-gone because it is still there
