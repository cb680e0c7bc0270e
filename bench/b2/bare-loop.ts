// The least that merge-n over two workers can cost in messages: the columns that the engine posts, posted by a loop.

/** Tasks in one message; the engine's turns have about as many. */
const BATCH = 2048;

/** Two bare workers with a port between them; `run` gives milliseconds for n tasks and their sink. */
export async function bareLoop(): Promise<{ run(n: number): Promise<number>; end(): void }> {
  const workers = [0, 1].map(() => new Worker("bare-worker.js", { type: "module" })) as [Worker, Worker];
  const { port1, port2 } = new MessageChannel();
  workers[0].postMessage({ port: port1 }, [port1]);
  workers[1].postMessage({ port: port2 }, [port2]);
  return { run: (n) => runBare(workers, n), end: () => workers.forEach((worker) => worker.terminate()) };
}

function runBare(workers: readonly [Worker, Worker], n: number): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    let finished = 0;
    const onMessage = ({ data }: MessageEvent): void => {
      if (data.sunk !== undefined) return resolve(performance.now() - start);
      finished += (data.finished as Int32Array).length / 4;
      if (finished < n) return;
      const remote = Int32Array.from({ length: n / 2 }, (_, i) => 2 * i + 1);
      const inputs = new Int32Array(3 * n);
      workers[0].postMessage({ sink: true, tasks: remote, inputs }, [remote.buffer, inputs.buffer]);
    };
    for (const worker of workers) worker.onmessage = onMessage;
    for (let first = 0; first < n; first += 2 * BATCH) {
      workers.forEach((worker, w) => post(worker, first + w, Math.min(BATCH, Math.ceil((n - first) / 2))));
    }
  });
}

function post(worker: Worker, first: number, count: number): void {
  const tasks = new Int32Array(6 * count);
  const values: number[] = [];
  for (let i = 0; i < count; i++) {
    tasks[6 * i] = first + 2 * i;
    tasks[6 * i + 1] = 1;
    values.push(first + 2 * i);
  }
  worker.postMessage({ tasks, values }, [tasks.buffer]);
}
