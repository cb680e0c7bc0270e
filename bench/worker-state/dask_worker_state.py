"""The four worker-state benches on Dask's WorkerState; one line of JSON per cell: [bench, workers, tasks, microseconds ...].

A fresh state per sample; the garbage collector runs between samples and not in them, as for the others.
"""

import gc
import json
import random
import sys
import time

from distributed.worker_state_machine import (
    AcquireReplicasEvent,
    GatherDep,
    GatherDepSuccessEvent,
    PauseEvent,
    UnpauseEvent,
    WorkerState,
)

ADDRESS = "1.0.0.1:1"
BYTES = 12_000_000


def holders(tasks, workers):
    rng = random.Random(42)
    peers = [f"1.0.0.1:{2 + i}" for i in range(workers)]
    who_has = {}
    for i in range(tasks):
        replicas = rng.randint(2, workers // 2) if rng.random() >= 0.9 else 1
        who_has[f"x{i}"] = rng.sample(peers, replicas)
    return who_has


def fresh():
    return WorkerState(
        address=ADDRESS,
        validate=False,
        transfer_incoming_count_limit=50,
        transfer_message_bytes_limit=50_000_000,
    )


def timed(state, *events):
    start = time.perf_counter()
    instructions = state.handle_stimulus(*events)
    elapsed = time.perf_counter() - start
    return elapsed * 1e6, [i for i in instructions if isinstance(i, GatherDep)]


def acquire(who_has):
    nbytes = dict.fromkeys(who_has, BYTES)
    return AcquireReplicasEvent(who_has=who_has, nbytes=nbytes, stimulus_id="acquire")


def populate(who_has):
    state = fresh()
    state.handle_stimulus(PauseEvent(stimulus_id="pause"))
    elapsed, gathers = timed(state, acquire(who_has))
    assert not gathers
    return elapsed


def from_idle(who_has):
    state = fresh()
    state.handle_stimulus(PauseEvent(stimulus_id="pause"), acquire(who_has))
    elapsed, gathers = timed(state, UnpauseEvent(stimulus_id="unpause"))
    assert gathers
    return elapsed


def noop(who_has):
    state = fresh()
    state.handle_stimulus(acquire(who_has))
    elapsed, gathers = timed(state, UnpauseEvent(stimulus_id="unpause"))
    assert not gathers
    return elapsed


def one_worker(who_has):
    state = fresh()
    first = next(i for i in state.handle_stimulus(acquire(who_has)) if isinstance(i, GatherDep))
    done = GatherDepSuccessEvent(
        worker=first.worker,
        total_nbytes=first.total_nbytes,
        data=dict.fromkeys(first.to_gather, 123),
        stimulus_id="done",
    )
    state.handle_stimulus(PauseEvent(stimulus_id="pause"), done)
    elapsed, _ = timed(state, UnpauseEvent(stimulus_id="unpause"))
    return elapsed


def quiet(bench, who_has):
    gc.collect()
    gc.disable()
    try:
        return bench(who_has)
    finally:
        gc.enable()


BENCHES = {"populate": populate, "from idle": from_idle, "no-op": noop, "one worker": one_worker}

for workers in json.loads(sys.argv[2]):
    for tasks in json.loads(sys.argv[1]):
        who_has = holders(tasks, workers)
        samples = 3 if tasks * workers > 1_000_000 else 5
        for name, bench in BENCHES.items():
            measured = [quiet(bench, who_has) for _ in range(1 + samples)]
            print(json.dumps([name, workers, tasks, *measured[1:]]), flush=True)
