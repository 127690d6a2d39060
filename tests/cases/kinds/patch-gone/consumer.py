"""Puts its own functions where prov's were, and hopes that somebody calls them."""

from unittest import mock

import prov.runtime
from prov import runtime
from prov.runtime import Runner


def fast(values):
    return len(values)


def quick(self):
    return 0


def paced(self, count):
    return count + 1


def install():
    prov.runtime.gather = fast  # expect: patch-gone because nothing of that name is left to replace
    setattr(runtime, "scatter", fast)  # expect: patch-gone because setattr does not ask
    Runner.profile = quick  # expect: patch-gone because the method is gone
    Runner.step = paced  # expect-ok: patch-gone because the method is there
    Runner.sleep = quick  # expect-ok: patch-gone because the method came to live in a base
    runtime.started = True  # expect-ok: patch-gone because it never replaced anything
    prov.runtime.rank = lambda: 1  # expect-ok: patch-gone because the function is there
    if hasattr(runtime, "flush"):
        runtime.flush = fast  # expect-ok: patch-gone because it was asked for first


def test_gather():
    with mock.patch("prov.runtime.gather", fast):  # expect: patch-gone because the path leads nowhere
        pass
    with mock.patch.object(Runner, "profile", quick):  # expect: patch-gone because the method is gone
        pass
    with mock.patch("prov.runtime.rank", return_value=3):  # expect-ok: patch-gone because the function is there
        pass
    with mock.patch("prov.runtime.gather", fast, create=True):  # expect-ok: patch-gone because it asks to be created
        pass


def test_flush(monkeypatch):
    monkeypatch.setattr(runtime, "flush", fast)  # expect: patch-gone because nothing of that name is left to replace
    monkeypatch.setattr("prov.runtime.scatter", fast)  # expect: patch-gone because the path leads nowhere
    monkeypatch.setattr(runtime, "flush", fast, raising=False)  # expect-ok: patch-gone because its absence is allowed
