// A cluster under everything at once, for minutes: graphs whose results are known, tasks that throw, that are cancelled and
// that outlive their time, workers that die, more data than memory. Runs in any runtime; what it can count is given to it.
import type { Cluster, Future } from "weftwork";

type Engine = typeof import("weftwork");

export interface SoakHost {
  readonly engine: Engine;
  /** Seconds in all, and when what is there is measured first. */
  readonly seconds: number;
  readonly firstMark: number;
  /** Bytes in use on this thread after everything that can be collected is. */
  heap(): Promise<number>;
  say(line: string): void;
}

/** What was done, and what was wrong. */
export interface SoakReport {
  readonly graphs: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly timedOut: number;
  readonly killed: number;
  readonly lost: number;
  readonly spills: number;
  readonly firstHeap: number;
  readonly lastHeap: number;
  readonly wrong: readonly string[];
}

/** Results that are kept, of 256 kB each: more than memory holds. */
const KEPT = 160;
const KILL_EVERY = 2000;
const WORKERS = 3;

const tasks = {
  fill: (seed: number): Float64Array => new Float64Array(32_768).fill(seed),
  scale: (values: Float64Array, by: number): Float64Array => values.map((value) => value * by),
  sum: (...parts: readonly Float64Array[]): number => parts.reduce((sum, part) => sum + (part[7] as number), 0),
  boom: (n: number): never => {
    throw new RangeError(`boom ${n}`);
  },
  forever: (): never => {
    for (;;);
  },
  /** Ends its worker soon after it has returned. */
  die: (): void => {
    setTimeout(() => {
      throw new Error("killed by the soak");
    }, 200);
  },
};

/** Waits for a minute, or until it is told to end. */
function makeNap({ withContext }: Engine) {
  return withContext(
    ({ signal }) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => resolve(1), 60_000);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      }),
  );
}

class Soak {
  readonly #host: SoakHost;
  readonly #cluster: Cluster<unknown>;
  readonly #kept: { readonly seed: number; readonly future: Future<Float64Array> }[] = [];
  readonly #counts = { graphs: 0, failed: 0, cancelled: 0, timedOut: 0, killed: 0, lost: 0, spills: 0 };
  readonly #wrong: string[] = [];
  /** How workers were lost, and how often. */
  readonly #losses: Record<string, number> = {};
  readonly #nap: ReturnType<typeof makeNap>;
  #seed = 0;

  constructor(host: SoakHost, cluster: Cluster<unknown>) {
    this.#host = host;
    this.#cluster = cluster;
    this.#nap = makeNap(host.engine);
    cluster.events.subscribe((event) => {
      if (event.kind === "worker-lost") {
        this.#counts.lost++;
        this.#losses[event.loss] = (this.#losses[event.loss] ?? 0) + 1;
      }
      if (event.kind === "spill-began") this.#counts.spills++;
    });
  }

  async run(): Promise<SoakReport> {
    const { seconds, firstMark, heap, say } = this.#host;
    await this.#workUntil(firstMark);
    const firstHeap = await heap();
    say(`after ${firstMark} s: ${this.#story(firstHeap)}`);
    await this.#workUntil(seconds - firstMark);
    const lastHeap = await heap();
    say(`after ${seconds} s: ${this.#story(lastHeap)}`);
    return { ...this.#counts, firstHeap, lastHeap, wrong: this.#wrong };
  }

  /** Works for so many seconds, then waits for all that it began. */
  async #workUntil(seconds: number): Promise<void> {
    const end = performance.now() + 1000 * seconds;
    const isOver = (): boolean => performance.now() >= end || this.#wrong.length > 20;
    const loop = async (body: () => Promise<void>, pause = 0): Promise<void> => {
      while (!isOver()) {
        await body().catch((error: unknown) => void this.#wrong.push(String(error)));
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(pause, end - performance.now())));
      }
    };
    await Promise.all([
      loop(() => this.#graph()),
      loop(() => this.#graph()),
      loop(() => this.#keep()),
      loop(() => this.#cancel(), 50),
      loop(() => this.#timeOut(), 5000),
      loop(() => this.#kill(), KILL_EVERY),
    ]);
  }

  /** 100 tasks: one throws, and what needs it hears of that; the others come to what is known. */
  async #graph(): Promise<void> {
    const { engine } = this.#host;
    const cluster = this.#cluster;
    const first = this.#seed++ % 1000;
    const seeds = Array.from({ length: 32 }, (_, i) => first + i);
    const filled = cluster.map(tasks.fill, seeds);
    const scaled = filled.map((part) => cluster.submit(tasks.scale, part, 2));
    const sums = filled.map((part, i) => cluster.submit(tasks.sum, part, scaled[i] as Future<Float64Array>));
    const total = cluster.submit((...parts: readonly number[]) => parts.reduce((a, b) => a + b), ...sums);
    const boom = cluster.submit(tasks.boom, first);
    const after = cluster.submit((x: number) => x, boom);
    const wanted = seeds.reduce((sum, seed) => sum + 3 * seed, 0);
    const found = await total.result();
    if (found !== wanted) this.#wrong.push(`a graph came to ${found}, must be ${wanted}`);
    const [one, two] = await Promise.all([boom, after].map((future) => rejection(future.result())));
    if (!(one instanceof RangeError)) this.#wrong.push(`a task that throws came to ${String(one)}`);
    if (!engine.isEngineError(two, "dependency-failed")) this.#wrong.push(`what needs it came to ${String(two)}`);
    for (const future of [...filled, ...scaled, ...sums, total, boom, after]) future.release();
    this.#counts.graphs++;
    this.#counts.failed++;
  }

  /** Results stay, are looked at later, and others take their places. */
  async #keep(): Promise<void> {
    const seed = this.#seed++ % 1000;
    this.#kept.push({ seed, future: this.#cluster.submit(tasks.fill, seed) });
    if (this.#kept.length <= KEPT) return;
    const [old] = this.#kept.splice((seed * 31) % KEPT, 1);
    if (old === undefined) return;
    const value = await old.future.result();
    if (value.length !== 32_768 || value[99] !== old.seed) this.#wrong.push(`a result that was kept is ${value[99]}`);
    old.future.release();
  }

  /** Tasks that wait, and those that run, are cancelled by hand and by a signal. */
  async #cancel(): Promise<void> {
    const controller = new AbortController();
    const bySignal = this.#cluster.with({ signal: controller.signal });
    const futures = [this.#cluster.submit(tasks.fill, 1), bySignal.submit(this.#nap), bySignal.submit(tasks.fill, 2)];
    await new Promise((resolve) => setTimeout(resolve, (this.#seed % 5) * 10));
    futures[0]?.cancel();
    controller.abort(new Error("enough"));
    for (const future of futures) await this.#endsBy(future, "cancelled");
    this.#counts.cancelled += futures.length;
  }

  async #timeOut(): Promise<void> {
    await this.#endsBy(this.#cluster.with({ timeout: 50 }).submit(tasks.forever), "timed-out");
    this.#counts.timedOut++;
  }

  async #kill(): Promise<void> {
    const future = this.#cluster.submit(tasks.die);
    await future.result();
    future.release();
    this.#counts.killed++;
  }

  /** It ends as it must, or had ended before with a value. */
  async #endsBy(future: Future, code: "cancelled" | "timed-out"): Promise<void> {
    const error = await rejection(future.result());
    future.release();
    const isRight = typeof error === "string" ? code === "cancelled" : this.#host.engine.isEngineError(error, code);
    if (!isRight) this.#wrong.push(`what is ${code} came to ${String(error)}`);
  }

  #story(heap: number): string {
    return `${(heap / 1e6).toFixed(1)} MB in use, ${JSON.stringify({ ...this.#counts, ...this.#losses })}`;
  }
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    return `a value: ${String(await promise)}`;
  } catch (error) {
    return error;
  }
}

/** Puts a cluster under load for as long as the host says, and closes it. */
export async function soak(host: SoakHost): Promise<SoakReport> {
  const cluster = await host.engine.Cluster.create({
    workers: WORKERS,
    memoryLimit: "48MB",
    allowedFailures: Number.POSITIVE_INFINITY,
    graceTime: 2000,
  });
  try {
    return await new Soak(host, cluster).run();
  } finally {
    await cluster.close();
  }
}

/** What is wrong with a run of which so many of each kind were left after it. */
export function complaints(
  { graphs, killed, timedOut, spills, lost, firstHeap, lastHeap, wrong }: SoakReport,
  { growth, left }: { readonly growth: number; readonly left: Readonly<Record<string, number>> },
): string[] {
  const found = [...wrong];
  const counts = { graphs, killed, timedOut, spills, lost };
  for (const [name, count] of Object.entries(counts)) if (count === 0) found.push(`there were no ${name}`);
  if (lastHeap > growth * firstHeap) {
    found.push(`${lastHeap} bytes are in use, which were ${firstHeap}: more than ${growth} times as many`);
  }
  for (const [name, count] of Object.entries(left))
    if (count !== 0) found.push(`${count} ${name} are left after close`);
  return found;
}
