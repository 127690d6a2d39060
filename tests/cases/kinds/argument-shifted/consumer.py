"""Calls by position, and lands elsewhere without a word."""

from prov.context import Pool, copy_blocks, forward_context, log, resize


def run(model, meta, config, count, x):
    with forward_context(meta, config, 0, count):  # expect: argument-shifted [num_tokens] because virtual_engine was taken out of the middle
        return model(x)


def copy(mine, theirs):
    copy_blocks(mine, theirs)  # expect: argument-shifted because the two were swapped


def pools():
    pool = Pool(4, "cuda")  # expect: argument-shifted [device] because dtype was put in before it
    pool.reserve(2, "me")  # expect: argument-shifted [owner] because priority was put in before it
    return pool


def stays(pool: Pool, meta, config, parts, new_priority):
    resize([1, 2], 1)  # expect-ok: argument-shifted because the parameter was only renamed
    copy_blocks(source=[1], target=[])  # expect-ok: argument-shifted because keywords do not move
    pool.reserve(2)  # expect-ok: argument-shifted because the first one stayed where it was
    pool.release(0, "me")  # expect-ok: argument-shifted because nothing moved
    pool.release(config, config)  # expect-ok: argument-shifted because equal arguments are still two
    log("ready", 1)  # expect-ok: argument-shifted because the new one comes after
    forward_context(meta, config)  # expect-ok: argument-shifted because the call ends before the change
    pool.reserve(2, new_priority)  # expect-ok: argument-shifted because it is named like what it fills now: it was moved on
    pool.lend(7, "me")  # expect-ok: argument-shifted because it did not fit the baseline, so it was written later
    return copy_blocks(*parts), Pool(4, device="cuda")  # expect-ok: argument-shifted because a star's positions are unknown
