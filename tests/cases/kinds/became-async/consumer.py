"""Awaits some calls, and some not."""

import inspect

from prov.client import Client, health, version


def encode(client: Client, text):
    client.abort(text)  # expect: became-async [abort] because nothing happens until it is awaited
    return client.encode(text)[0]  # expect: became-async [encode] because a coroutine has no items


def check(url):
    if health(url):  # expect: became-async [health] because a coroutine is always true
        return version()  # expect-ok: became-async because it is as it was
    return ""


async def reset(client: Client):
    await client.reset()  # expect: became-async [reset] because None cannot be awaited
    await client.ping()  # expect-ok: became-async because it is still a coroutine
    await client.flush()  # expect-ok: became-async because an awaitable comes back
    async for letter in client.stream("abc"):  # expect-ok: became-async because an asynchronous iterator comes back
        return letter
    return ""


async def careful(client: Client, text, schedule):
    found = client.encode(text)  # expect-ok: became-async because the next line asks what came back
    if inspect.isawaitable(found):
        found = await found
    schedule(client.abort, text)  # expect-ok: became-async because it is not called here
    return found
