// Asks workers for their memory, and waits for their answers.
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { Port } from "../transport/port.ts";

interface Asked {
  readonly worker: number;
  readonly resolve: (memory: WorkerMemory | undefined) => void;
}

export class MemoryReports {
  readonly #asked = new Set<Asked>();

  /** Whether nobody waits for an answer. */
  get isIdle(): boolean {
    return this.#asked.size === 0;
  }

  /** What each worker tells; one that dies first is left out. */
  async ask(ports: ReadonlyMap<number, Port>): Promise<ReadonlyMap<number, WorkerMemory>> {
    const answers = [...ports].map(async ([worker, port]) => {
      const memory = await new Promise<WorkerMemory | undefined>((resolve) => {
        this.#asked.add({ worker, resolve });
        port.post([{ kind: "report-memory" }] satisfies readonly ReactorToWorker[]);
      });
      return memory === undefined ? [] : [[worker, memory] as const];
    });
    return new Map((await Promise.all(answers)).flat());
  }

  /** A worker answered the oldest question, or (without an answer) will answer none. */
  answer(worker: number, memory: WorkerMemory | undefined): void {
    for (const asked of this.#asked) {
      if (asked.worker !== worker) continue;
      this.#asked.delete(asked);
      asked.resolve(memory);
      if (memory !== undefined) return;
    }
  }

  /** Nobody will answer any more. */
  end(): void {
    for (const { resolve } of this.#asked) resolve(undefined);
    this.#asked.clear();
  }
}
