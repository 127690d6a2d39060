"""Takes what comes back for granted."""

from prov.pool import Pool, execute


def cancel(pool: Pool):
    pool.find("a").cancel()  # expect: return-optional [find] because there may be nothing to cancel
    request = pool.find("b")
    request.cancel()  # expect: return-optional [find] because the line before may have found nothing
    for waiting in pool.waiting():  # expect: return-optional [waiting] because None cannot be iterated
        waiting.cancel()
    return execute(["a"])[0]  # expect: return-optional [execute] because None has no items


def careful(pool: Pool):
    execute(["a"])  # expect-ok: return-optional because the result is not used
    first = pool.find("a")  # expect-ok: return-optional because it is tested
    if first is not None:
        first.cancel()
    second = pool.find("b")  # expect-ok: return-optional because the function has left otherwise
    if not second:
        return None
    second.cancel()
    if third := pool.find("c"):  # expect-ok: return-optional because the walrus is tested
        third.cancel()
    fourth = pool.find("d")  # expect-ok: return-optional because an assert stands before
    assert fourth is not None
    fourth.cancel()
    rows = execute(["b"]) or []  # expect-ok: return-optional because there is something else to take
    pool.newest().cancel()  # expect-ok: return-optional because it was that before and is not any more
    return rows[0], pool.find("e")  # expect-ok: return-optional because it is only handed on
