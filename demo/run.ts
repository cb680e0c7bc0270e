// Runs of the flight graph on a cluster, from starting the workers to the result. Knows no element of the page.
import type { Future } from "weftwork";
import { Cluster } from "weftwork";
import type { FlightCluster } from "./graph.ts";
import { drawGraph } from "./graph.ts";
import type { GroupSums } from "./group-sums.ts";
import type { Span } from "./journal.ts";
import { readJournal, workerName } from "./journal.ts";

export interface RunSettings {
  readonly scheduler: "work-stealing" | "random";
  readonly workers: number;
}

export type Stage = "footer" | "read" | "sum" | "add";

/** What the page may show while a run goes on. */
export type RunEvent =
  /** The first task is submitted, `at` on the journal's clock. */
  | { readonly kind: "submitted"; readonly at: number }
  | { readonly kind: "planned"; readonly groups: number; readonly tasks: Readonly<Record<Stage, number>> }
  /** `index` counts within the stage. */
  | { readonly kind: "task-done"; readonly stage: Stage; readonly index: number }
  | { readonly kind: "span"; readonly span: Span };

export interface RunReport {
  readonly settings: RunSettings;
  readonly rows: number;
  readonly groups: number;
  readonly tasks: number;
  /** Milliseconds until the workers were ready, before the makespan; undefined if they were from the run before. */
  readonly boot: number | undefined;
  /** Milliseconds from the submission of the first task to the last result on the page. */
  readonly makespan: number;
  readonly spans: readonly Span[];
  readonly byOrigin: GroupSums;
  readonly byHour: GroupSums;
}

interface Crew {
  readonly cluster: FlightCluster;
  readonly settings: RunSettings;
  readonly name: string;
}

/** How long a run waits for lines of the journal that are on their way when the result is there. */
const JOURNAL_PATIENCE = 1000;

/** Keeps its cluster from run to run as long as the settings stay the same. */
export class FlightRuns {
  #crew: Crew | undefined;

  /** One at a time. @throws what the first failed task threw; {EngineError} if the cluster cannot start */
  async run(url: string, settings: RunSettings, onEvent: (event: RunEvent) => void): Promise<RunReport> {
    try {
      const started = performance.now();
      const known = this.#crew;
      const crew = await this.#engage(settings);
      const boot = crew === known ? undefined : performance.now() - started;
      return { settings, boot, ...(await compute(crew, url, onEvent)) };
    } catch (error) {
      await this.#dismiss();
      throw error;
    }
  }

  async #engage(settings: RunSettings): Promise<Crew> {
    const { scheduler, workers } = settings;
    const same = this.#crew?.settings.scheduler === scheduler && this.#crew.settings.workers === workers;
    if (this.#crew !== undefined && same) return this.#crew;
    await this.#dismiss();
    const name = `flights-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    let started = 0;
    const cluster = await Cluster.create<typeof import("./tasks.ts")>({
      worker: () =>
        new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: workerName(name, started++) }),
      workers,
      scheduler,
    });
    this.#crew = { cluster, settings, name };
    return this.#crew;
  }

  async #dismiss(): Promise<void> {
    const crew = this.#crew;
    this.#crew = undefined;
    await crew?.cluster.close();
  }
}

async function compute({ cluster, name }: Crew, url: string, onEvent: (event: RunEvent) => void) {
  const spans: Span[] = [];
  const submitted = performance.now();
  const at = performance.timeOrigin + submitted;
  const stopReading = readJournal(name, (span) => {
    if (span.start < at) return; // of the run before
    spans.push(span);
    onEvent({ kind: "span", span });
  });
  try {
    onEvent({ kind: "submitted", at });
    const footer = cluster.tasks.readFooter(url);
    const { rows, groups } = await footer.result();
    const { tables, sums, additions, byOrigin, byHour } = drawGraph(cluster, footer, groups);
    const totals = Promise.all([byOrigin.result(), byHour.result()]).then((results) => {
      return { results, makespan: performance.now() - submitted };
    });
    const counts = { footer: 1, read: tables.length, sum: sums.length, add: additions.length };
    onEvent({ kind: "planned", groups: groups.length, tasks: counts });
    const stages = { footer: [footer], read: tables, sum: sums, add: additions };
    const kept = [byOrigin, byHour];
    const [{ results, makespan }] = await Promise.all([totals, watch(cluster, stages, kept, onEvent)]);
    for (const future of kept) future.release();
    const tasks = counts.footer + counts.read + counts.sum + counts.add;
    await until(() => spans.length >= tasks);
    return { rows, groups: groups.length, tasks, makespan, spans, byOrigin: results[0], byHour: results[1] };
  } finally {
    stopReading();
  }
}

/** Tells of each task that ends, and lets its result go unless it is `kept`. @throws what the first failed task threw */
async function watch(
  cluster: FlightCluster,
  stages: Readonly<Record<Stage, readonly Future[]>>,
  kept: readonly Future[],
  onEvent: (event: RunEvent) => void,
): Promise<void> {
  const places = new Map<Future, { readonly stage: Stage; readonly index: number }>();
  for (const stage of Object.keys(stages) as Stage[]) {
    for (const [index, future] of stages[stage].entries()) places.set(future, { stage, index });
  }
  for await (const future of cluster.asCompleted(places.keys())) {
    if (future.status === "failed") await future.result();
    onEvent({ kind: "task-done", ...places.get(future)! });
    if (!kept.includes(future)) future.release();
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue() && performance.now() - start < JOURNAL_PATIENCE) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
