// The soak in Node, in a process of its own that was started with --expose-gc. Prints one line of JSON at the end.
import { exit } from "node:process";
import type { Worker } from "node:worker_threads";
import * as engine from "weftwork";
import { complaints, soak } from "./soak-load.ts";

const { gc } = globalThis as { readonly gc?: () => void };
const { seconds, firstMark, growth } = JSON.parse(process.argv[2] ?? "{}") as Record<string, number>;

/** What keeps this process alive, by kind. */
function handles(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** What was not there before, by kind. */
function countLeft(): Record<string, number> {
  const left: Record<string, number> = threads.size > 0 ? { workers: threads.size } : {};
  for (const [kind, count] of Object.entries(handles())) {
    const more = count - (before[kind] ?? 0);
    if (more > 0) left[kind] = more;
  }
  return left;
}

async function heap(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const before = handles();
const threads = new Set<number>();
process.on("worker", (worker: Worker) => {
  const { threadId } = worker;
  threads.add(threadId);
  worker.once("exit", () => threads.delete(threadId));
});
const report = await soak({
  engine,
  seconds: seconds ?? 30,
  firstMark: firstMark ?? 10,
  heap,
  say: (line) => console.error(`node: ${line}`),
});
let left = countLeft();
for (let tries = 0; tries < 50 && Object.keys(left).length > 0; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  left = countLeft();
}
console.log(JSON.stringify({ report, left, complaints: complaints(report, { growth: growth ?? 1.3, left }) }));
exit();
