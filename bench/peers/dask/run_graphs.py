"""Computes graphs on a running Dask cluster; prints a JSON line for each: its name and microseconds per task by sample.

The time goes from before the graph is made until its last task is in memory. Graphs are plain dictionaries, the
cheapest way that Dask has, and keys are fresh: Dask answers known ones from memory.
"""

import json
import sys
import time

from distributed import Client, wait


def add(*numbers):
    return 0


def merge(size, mark):
    graph = {f"source-{mark}{i}": (add, i) for i in range(size)}
    sink = f"sink-{mark}0"
    graph[sink] = (add, list(graph))
    return graph, sink


def tree(height, mark):
    graph = {}
    level = [f"leaf-{mark}{i}" for i in range(2 ** (height - 1))]
    for i, key in enumerate(level):
        graph[key] = (add, i)
    depth = 0
    while len(level) > 1:
        depth += 1
        above = [f"add-{mark}x{depth}x{i}" for i in range(len(level) // 2)]
        for i, key in enumerate(above):
            graph[key] = (add, level[2 * i], level[2 * i + 1])
        level = above
    return graph, level[0]


GRAPHS = {"merge": merge, "tree": tree}


def main(address, workers, samples, names):
    with Client(address) as client:
        client.wait_for_workers(workers)
        for name in names:
            family, size = name.split("-")
            times = []
            for sample in range(samples + 1):
                start = time.perf_counter()
                graph, sink = GRAPHS[family](int(size), f"{time.time_ns()}x")
                future = client.get(graph, sink, sync=False)
                wait(future)
                if sample > 0:  # the first one warms up
                    times.append(1e6 * (time.perf_counter() - start) / len(graph))
                future.release()
                time.sleep(0.5)
            print(json.dumps([name, times]), flush=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
