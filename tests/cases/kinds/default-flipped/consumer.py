"""Leaves things out, and gets what the provider thinks best."""

from prov.settings import (
    CacheSettings,
    Engine,
    SchedulerSettings,
    Tuning,
    assign,
    export,
    greet,
    lookup,
    retry,
    schedule,
    wrapped,
)


def configure():
    cache = CacheSettings(utilization=0.5)  # expect: default-flipped [prefix_caching] because False became True
    more = CacheSettings(prefix_caching=True)  # expect: default-flipped [utilization] because 0.9 became 0.92
    scheduling = SchedulerSettings(block_size=16)  # expect: default-flipped [async_scheduling] because False became None
    return cache, more, scheduling


def run(requests):
    engine = Engine("m")  # expect: default-flipped [eager] because the constructor thinks otherwise now
    engine.step()  # expect: default-flipped [timeout] because no limit became five seconds
    export("m")  # expect: default-flipped [dynamo] because another exporter runs now
    retry("m", rounds=1)  # expect: default-flipped [patience] because the constant of that name is five, not three
    retry("m", 3)  # expect: default-flipped [rounds] because a number is compared by its value, whatever its name
    assign()  # expect: default-flipped [gone from the package] because nobody can pass that name any more
    wrapped()  # expect: default-flipped [to keep] because what the string names is still there
    return schedule(requests)  # expect: default-flipped [chunked] because requests are cut now


def explicit(requests, options, rest):
    CacheSettings(prefix_caching=False, utilization=0.9)  # expect-ok: default-flipped because both are passed
    SchedulerSettings(async_scheduling=False)  # expect-ok: default-flipped because the other one is None as before
    Engine("m", True).step(None)  # expect-ok: default-flipped because both are passed by position
    Tuning()  # expect-ok: default-flipped because only the spelling changed
    greet()  # expect-ok: default-flipped because only annotation and spelling changed
    lookup("m")  # expect-ok: default-flipped because the same names hold a cache and a list, however these start out
    export("m", dynamo=False)  # expect-ok: default-flipped because it is passed
    schedule(*rest)  # expect-ok: default-flipped because the star may fill it
    return schedule(requests, **options)  # expect-ok: default-flipped because it may be in there
