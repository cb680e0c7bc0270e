// How far a run is: a sentence, a bar, and a count for each stage.
import type { RunReport, RunSettings, Stage } from "../run.ts";
import { count, counted, duration, seconds } from "./format.ts";
import { getElement } from "./page-element.ts";

const STAGES: readonly Stage[] = ["footer", "read", "sum", "add"];

export class ProgressView {
  readonly #status = getElement("#status", HTMLElement);
  readonly #elapsed = getElement("#elapsed", HTMLElement);
  readonly #bar = getElement("#progress", HTMLProgressElement);
  readonly #counts = new Map(STAGES.map((stage) => [stage, getElement(`[data-stage=${stage}] .number`, HTMLElement)]));
  #planned: Readonly<Record<Stage, number>> | undefined;
  #done = new Map<Stage, number>();

  starting({ workers, scheduler }: RunSettings): void {
    this.#planned = undefined;
    this.#done = new Map();
    this.#bar.value = 0;
    this.#status.textContent = `Starting ${counted(workers, "worker")}, ${scheduler}`;
    this.showElapsed(0);
    this.#showCounts();
  }

  planned(tasks: Readonly<Record<Stage, number>>): void {
    this.#planned = tasks;
    this.#bar.max = STAGES.reduce((sum, stage) => sum + tasks[stage], 0);
    this.#status.textContent = `Running ${count(this.#bar.max)} tasks`;
    this.#showCounts();
  }

  taskDone(stage: Stage): void {
    this.#done.set(stage, (this.#done.get(stage) ?? 0) + 1);
    this.#bar.value++;
    this.#showCounts();
  }

  showElapsed(ms: number): void {
    this.#elapsed.textContent = seconds(ms);
  }

  finished({ rows, makespan }: RunReport): void {
    this.#status.textContent = `Done: ${count(rows)} flights in ${duration(makespan)}`;
    this.showElapsed(makespan);
  }

  failed(): void {
    this.#status.textContent = "The run failed";
  }

  #showCounts(): void {
    for (const [stage, element] of this.#counts) {
      const done = this.#done.get(stage) ?? 0;
      const planned = this.#planned?.[stage];
      element.textContent = planned === undefined ? "–" : `${done} / ${planned}`;
      element.parentElement?.classList.toggle("done", planned !== undefined && done === planned);
    }
  }
}
