"""Unpacks what comes back."""

from prov.cache import Manager, poll


def hit(manager: Manager, request):
    blocks, count = manager.computed_blocks(request)  # expect: return-arity [computed_blocks] because three values come back now
    left, right = manager.split(request)  # expect: return-arity [split] because the body returns three values now
    for name, size in manager.pairs():  # expect: return-arity [pairs] because each item has three values now
        blocks.append(len(name) + size)
    return blocks, count, left, right


def untyped(mgr, request):
    blocks, count = mgr.computed_blocks(request)  # expect: return-arity [computed_blocks] because all that have such a method changed
    return blocks, count


async def ready(name):
    found, done = await poll(name)  # expect: return-arity [poll] because three values come back now
    return found, done


def robust(manager: Manager, request):
    blocks, count, *_ = manager.computed_blocks(request)  # expect-ok: return-arity because the star takes the rest
    whole = manager.head(request)  # expect-ok: return-arity because nothing is unpacked
    first = manager.head(request)[0]  # expect-ok: return-arity because the first one stayed
    one, two = manager.both()  # expect-ok: return-arity because there are still two
    low, high = manager.window(2)  # expect-ok: return-arity because its length was never told
    return blocks, count, whole, first, one, two, low, high
