"""Indexes and iterates what comes back."""

from prov.executor import Executor


def fetch(executor: Executor):
    states = executor.collective_rpc("states", unique_reply_rank=0)[0]  # expect: return-changed [unique_reply_rank] because the one answer comes bare now
    for device in executor.devices():  # expect: return-changed [devices] because one string comes back, whose letters this visits
        states += len(device)
    return states, executor.stats()["tokens"]  # expect: return-changed [stats] because an object has no items


def untyped(ex):
    return ex.collective_rpc("states", unique_reply_rank=1)[0]  # expect: return-changed [unique_reply_rank] because it is so wherever there is such a method


def still_fine(executor: Executor):
    first = executor.collective_rpc("sizes")[0]  # expect-ok: return-changed because without a rank a list still comes back
    executor.collective_rpc("reset", unique_reply_rank=0)  # expect-ok: return-changed because the result is not used
    name = executor.names()[0]  # expect-ok: return-changed because any sequence can be indexed
    for state in executor.collective_rpc("states", unique_reply_rank=0):  # expect-ok: return-changed because the one answer may be a list itself
        name += state
    shard = executor.shards()[0]  # expect-ok: return-changed because the body still returns a list
    return first, name, shard, executor.devices()  # expect-ok: return-changed because it is only handed on
