// How much memory a browser takes, all its processes together, as Linux counts it.
import { readdirSync, readFileSync } from "node:fs";

/** Samples the memory of the process with `mark` on its command line and of all that it started; call the answer for the most, in bytes. */
export function watchMemory(mark: string): () => number {
  let most = 0;
  const sample = (): void => {
    most = Math.max(most, memoryOf(findTree(mark)));
  };
  sample();
  const timer = setInterval(sample, 100);
  return () => {
    sample();
    clearInterval(timer);
    return most;
  };
}

/** Each process with its parent. */
function findTree(mark: string): ReadonlySet<number> {
  const parents = new Map<number, number>();
  const tree = new Set<number>();
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(pid, "status"))?.[1]);
    if (!Number.isInteger(parent)) continue; // it has ended
    parents.set(pid, parent);
    if (read(pid, "cmdline").includes(mark)) tree.add(pid);
  }
  const isOurs = (pid: number): boolean => tree.has(pid) || (parents.has(pid) && isOurs(parents.get(pid) as number));
  return new Set([...parents.keys()].filter(isOurs));
}

/** Shared pages count by their share. */
function memoryOf(processes: ReadonlySet<number>): number {
  let kilobytes = 0;
  for (const pid of processes) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
  return 1024 * kilobytes;
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
