"""Builds requests and settings by keyword."""

import functools
import inspect

import prov
from prov import engine as core
from prov.engine import Client, Engine, LocalClient, Request, launch, plan
from prov.settings import CacheSettings, GuidedSettings, SamplingSettings, Window, WireRequest


def settings():
    cache = CacheSettings(block_size=16, swap_space=0.0)  # expect: keyword-removed [swap_space] because the decorated class forbids unknown fields
    sampling = SamplingSettings(temperature=0.0, best_of=4)  # expect: keyword-removed [best_of] because the dataclass field is gone
    wire = WireRequest(request_id="a", lora_name="b")  # expect: keyword-removed [lora_name] because the struct field is gone
    window = Window(start=0, stop=8, stride=2)  # expect: keyword-removed [stride] because the named tuple has two fields now
    return cache, sampling, wire, window


def requests(config, groups, specs, tokenizer):
    sizes = core.plan(config=config, groups=groups, specs=specs, available=9)  # expect: keyword-removed [specs] because the function no longer takes it
    later = functools.partial(plan, specs=specs)  # expect: keyword-removed [specs] because the partial hands it on
    return sizes, later, Request("r0", [1], eos_token_id=tokenizer.eos_token_id)  # expect: keyword-removed [eos_token_id] because __init__ no longer takes it


def clients():
    first = LocalClient("a", retries=1)  # expect: keyword-removed [retries] because the inherited __init__ no longer takes it
    second = Engine.from_args("m", usage="batch")  # expect: keyword-removed [usage] because the factory no longer takes it
    second.add("hello", lora="x")  # expect: keyword-removed [lora] because the method no longer takes it
    return first, second


class Patient(Client):
    def __init__(self, name):
        super().__init__(name, retries=99)  # expect: keyword-removed [retries] because the base's __init__ no longer takes it


def still_fine(options):
    guided = GuidedSettings(json="{}")  # expect-ok: keyword-removed because the renamed class kept an alias and the keyword
    launch("m", priority=2)  # expect-ok: keyword-removed because the body reads it from **kwargs
    engine = Engine("m", seed=1)  # expect-ok: keyword-removed because it is still there
    engine.configure(seed=2)  # expect-ok: keyword-removed because **settings goes to a method that takes it
    return guided, SamplingSettings(**options)  # expect-ok: keyword-removed because nobody knows what is in there


def careful(config, groups, specs):
    if "specs" in inspect.signature(plan).parameters:
        return plan(config, groups, specs=specs, available=1)  # expect-ok: keyword-removed because the signature was asked first
    try:
        return plan(config=config, groups=groups, specs=specs, available=1)  # expect-ok: keyword-removed because the refusal is handled
    except TypeError:
        return plan(config=config, groups=groups, available=1)


def either(config, groups, specs):
    try:
        return plan(config, groups, 8)
    except TypeError:
        return plan(config, groups, specs=specs)  # expect-ok: keyword-removed because it is the words for another release


def by_release(config, groups, specs):
    sizes = plan(config, groups, available=1, **({"specs": specs} if "specs" in inspect.signature(plan).parameters else {}))  # expect-ok: keyword-removed because it is passed where it is taken
    if prov.__version_tuple__ < (2, 0):
        return plan(config, groups, specs=specs, available=1)  # expect-ok: keyword-removed because only the old release comes here
    if prov.__version_tuple__ >= (2, 0):
        sizes += plan(config, groups, specs=specs, available=1)  # expect: keyword-removed [specs] because the new release comes here
    return sizes, plan(config, groups, available=1, **({"specs": specs} if config else {}))  # expect-ok: keyword-removed because nobody knows whether it is passed
