// Listens to what the reactor tells the scheduler, and checks that it keeps the contract of `SchedulerEvent`.
import { expect } from "vitest";
import type { SchedulerEvent } from "../../src/scheduler/scheduler.ts";

const ORDER = [
  "worker-added",
  "durations-learned",
  "bandwidth-learned",
  "data-added",
  "room-needed",
  "tasks-added",
  "started",
  "paused",
  "resumed",
  "finished",
  "placed",
  "moved",
  "kept",
  "removed",
  "dropped",
  "worker-removed",
  "reopened",
  "forgotten",
] as const satisfies readonly SchedulerEvent["kind"][];

type Phase = "open" | "finished" | "dropped";

export class FactWatch {
  /** Tasks that the scheduler knows. */
  readonly tasks = new Map<number, { phase: Phase; readonly inputs: readonly number[] }>();
  readonly workers = new Set<number>();
  readonly #usedWorkers = new Set<number>();

  /** Hears the facts of one turn. */
  hear(facts: readonly SchedulerEvent[]): void {
    let last = 0;
    for (const fact of facts) {
      const place = ORDER.indexOf(fact.kind);
      must(place >= last, `${fact.kind} comes after ${ORDER[last]}`);
      last = place;
      this.#apply(fact);
    }
  }

  #apply(fact: SchedulerEvent): void {
    switch (fact.kind) {
      case "worker-added":
        must(!this.#usedWorkers.has(fact.worker), `worker ${fact.worker} is added twice`);
        this.#usedWorkers.add(fact.worker);
        this.workers.add(fact.worker);
        return;
      case "worker-removed":
        must(this.workers.delete(fact.worker), `worker ${fact.worker} is removed and was not there`);
        return;
      case "room-needed":
        return;
      case "durations-learned":
        must(fact.functions.length > 0, "durations of no function were learned");
        must(fact.functions.length === fact.milliseconds.length, "columns of durations differ in length");
        return;
      case "bandwidth-learned":
        must(fact.bytesPerSecond > 0, "a bandwidth of 0 was learned");
        return;
      case "data-added":
        for (const task of fact.tasks) this.#add(task, "finished", []);
        return this.#checkWorkers(fact.workers);
      case "tasks-added":
        must(fact.functions.length === fact.tasks.length, "a task has no function");
        fact.tasks.forEach((task, i) => {
          const inputs = [...fact.inputs.subarray(fact.inputOffsets[i], fact.inputOffsets[i + 1])];
          for (const input of inputs)
            if (!this.tasks.has(input)) expect.fail(`task ${task} takes ${input}, which is unknown`);
          this.#add(task, "open", inputs);
        });
        return;
      case "finished":
        for (const task of fact.tasks) this.#get(task).phase = "finished";
        return this.#checkWorkers(fact.workers);
      case "started":
      case "placed":
      case "paused":
      case "resumed":
      case "moved":
      case "kept":
        for (const task of fact.tasks) this.#get(task);
        return this.#checkWorkers(fact.workers);
      case "removed":
        for (const task of fact.tasks) this.#get(task);
        return;
      case "dropped":
        for (const task of fact.tasks) this.#get(task).phase = "dropped";
        return;
      case "reopened": {
        const later = new Set(fact.tasks);
        must(later.size === fact.tasks.length, "a task is reopened twice in one turn");
        for (const task of fact.tasks) {
          const entry = this.#get(task);
          later.delete(task);
          for (const input of entry.inputs)
            if (later.has(input)) expect.fail(`${task} is reopened before its input ${input}`);
          entry.phase = "open";
        }
        return;
      }
      case "forgotten":
        for (const task of fact.tasks) {
          this.#get(task);
          this.tasks.delete(task);
        }
        return;
    }
  }

  #add(task: number, phase: Phase, inputs: readonly number[]): void {
    if (this.tasks.has(task)) expect.fail(`task ${task} is added and was known`);
    this.tasks.set(task, { phase, inputs });
  }

  #get(task: number): { phase: Phase; readonly inputs: readonly number[] } {
    const entry = this.tasks.get(task);
    if (entry === undefined) return expect.fail(`a fact names task ${task}, which is unknown`);
    return entry;
  }

  #checkWorkers(workers: Int32Array): void {
    for (const worker of workers)
      if (!this.#usedWorkers.has(worker)) expect.fail(`a fact names worker ${worker}, never added`);
  }
}

function must(condition: boolean, story: string): void {
  if (!condition) expect.fail(story);
}
