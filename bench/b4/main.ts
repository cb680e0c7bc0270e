// The page of B4: watches its own thread while workers compute and hand over large results, and while two bare workers
// spin. Leaves by case the long tasks, the frames, and how often each was done.
import { Cluster } from "weftwork";
import { merge } from "weftwork/lab";
import type { Watched } from "./watch.ts";
import { watch } from "./watch.ts";

const SECONDS = 10;
const TASKS = 100_000;
const CELLS = 8_388_608; // 64 MiB
const ROWS = 500_000; // about 50 MB as objects

const makeColumn = (n: number): Float64Array => new Float64Array(8_388_608).fill(n);
const makeRows = (first: number, rows: number): object[] =>
  Array.from({ length: rows }, (_, at) => ({ id: first + at, name: `row ${at}`, price: at / 7, isSold: at % 2 === 0 }));

const watched: Record<string, Watched> = {};

/** Repeats an action for ten seconds at least, and notes what the page's thread went through. */
async function note(name: string, action: () => Promise<unknown>): Promise<void> {
  await action();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const end = performance.now() + 1000 * SECONDS;
  watched[name] = await watch(async () => {
    let times = 0;
    for (; performance.now() < end; times++) await action();
    return times;
  });
}

const spinning = ["spin-worker.js", "spin-worker.js"].map((script) => new Worker(script));
await note("control", () => new Promise((resolve) => setTimeout(resolve, 100)));
for (const worker of spinning) worker.terminate();

const graph = merge(TASKS);
for (const scheduler of ["random", "work-stealing"] as const) {
  const cluster = await Cluster.create({ workers: 2, scheduler, seed: 1 });
  await note(`merge-100K, ${scheduler}`, async () => {
    const [sink] = cluster.compute(graph);
    await sink?.result();
    sink?.release();
  });
  await cluster.close();
}

const cluster = await Cluster.create({ workers: 2, memoryLimit: "2 GB" });
const column = cluster.submit(makeColumn, 1);
await note("gather of 64 MiB, kept", async () => {
  const list = await column.result();
  if (list.length !== CELLS || list[CELLS - 1] !== 1) throw new Error("Cannot bench: what was gathered is wrong");
});
await note("gather of 64 MiB, released", () => cluster.gather([cluster.submit(makeColumn, 2)], { release: true }));
const rows = cluster.submit(makeRows, 0, ROWS);
await note("gather of 500,000 rows", async () => {
  if ((await rows.result()).length !== ROWS) throw new Error("Cannot bench: what was gathered is wrong");
});
const parts = Array.from({ length: 50 }, (_, part) => cluster.submit(makeRows, (part * ROWS) / 50, ROWS / 50));
await note("gather of 50 x 10,000 rows", () => cluster.gather(parts));
await cluster.close();
Object.assign(globalThis, { benchResult: watched });
