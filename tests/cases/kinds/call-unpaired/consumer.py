"""Drives the executor itself."""

from prov.executor import Executor


def start() -> Executor:
    executor = Executor()
    executor.load([1, 2])  # expect: call-unpaired [warm_up] because loading no longer warms up
    return executor


def run(executor: Executor, plans):
    for plan in plans:
        executor.execute(plan)  # expect: call-unpaired [sample] because nothing is sampled until it is called
    executor.call("tick")  # expect-ok: call-unpaired because it stands alone, then and now
    executor.stop()  # expect-ok: call-unpaired because `pause` is new but never called beside it


def drain(executor, plan):
    return executor.execute_all(plan)  # expect-ok: call-unpaired because the provider has no such method
