// A worker with little memory and a store that answers when it likes: the test is the reactor, the thread and the store.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Random } from "../../src/base/random.ts";
import { seededRandom } from "../../src/base/random.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerEvent } from "../../src/worker/events.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import type { WorkerMachine } from "../../src/worker/machine.ts";
import { wholeMachine } from "../../src/worker/whole-machine.ts";

const LIMIT = 100_000;
const MOST_BYTES = 20_000;

interface Options {
  readonly seed: number;
  readonly tasks: number;
  readonly cores: number;
  /** Of a hundred reads, so many find the result lost. */
  readonly losing: number;
  /** Of a hundred writes, so many fail. */
  readonly failing: number;
}

interface Task {
  readonly inputs: readonly number[];
  readonly bytes: number;
  run: number;
  state: "open" | "ordered" | "done";
}

class SpillingWorker {
  readonly machine: WorkerMachine;
  readonly tasks: Task[];
  readonly store = new Map<number, unknown>();
  readonly gathered = new Map<number, unknown>();
  readonly #options: Options;
  readonly #random: Random;
  #executing: (WorkerInstruction & { kind: "execute" })[] = [];
  #answers: WorkerEvent[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.machine = wholeMachine({ cores: options.cores, memoryLimit: LIMIT, hasStore: true });
    this.tasks = Array.from({ length: options.tasks }, (_, task) => ({
      inputs: Array.from({ length: task === 0 ? 0 : this.#random.below(5) }, () => this.#random.below(task)),
      bytes: this.#random.below(4) === 0 ? 100 : this.#random.below(MOST_BYTES),
      run: 1,
      state: "open" as const,
    }));
  }

  /** Lets one thing happen after the other, in any order, until nothing is left to do. */
  run(isDone: () => boolean): void {
    for (let steps = 0; !isDone(); steps++) {
      if (steps > 20_000) expect.fail("the worker does not come to an end");
      const choice = this.#random.below(5);
      if (choice === 0) this.#orderReady();
      else if (choice === 1 && this.machine.hasWork) this.hear({ kind: "core-offered" });
      else if (choice === 2 && this.#executing.length > 0) this.#finishOne();
      else if (choice === 3 && this.#answers.length > 0) this.#answerOne();
      else this.hear({ kind: "turn-ended" });
    }
  }

  get isIdle(): boolean {
    return this.#executing.length === 0 && this.#answers.length === 0;
  }

  hear(event: WorkerEvent): void {
    for (const instruction of this.machine.handle(event)) this.#perform(instruction);
    expect(this.#executing.length).to.be.at.most(this.#options.cores);
    if (this.#options.failing > 0) return; // what cannot be stored stays
    const most = LIMIT + (this.#options.cores + 4) * MOST_BYTES; // what runs, and the inputs of one task
    expect(this.machine.data.bytes, "managed bytes in memory").to.be.at.most(most);
  }

  send(message: ReactorToWorker): void {
    this.hear({ kind: "reactor-message", envelope: [message] });
  }

  #orderReady(): void {
    const writer = new ComputeWriter();
    this.tasks.forEach((task, id) => {
      if (task.state !== "open" || task.inputs.some((input) => this.tasks[input]?.state !== "done")) return;
      task.state = "ordered";
      writer.begin(id, task.run, packCall(0, Call.list), id, undefined);
      for (const input of task.inputs) {
        const { run, bytes } = this.tasks[input] as Task;
        writer.addInput(input, run, bytes, 0);
      }
    });
    this.send({ kind: "compute", ...writer.take() });
  }

  #finishOne(): void {
    const at = this.#random.below(this.#executing.length);
    const [{ task, run, inputs }] = this.#executing.splice(at, 1) as [WorkerInstruction & { kind: "execute" }];
    const { bytes, inputs: named } = this.tasks[task] as Task;
    expect(inputs).to.deep.equal(named.map((input) => resultOf(input)));
    this.hear({ kind: "executed", task, run, value: resultOf(task), bytes, duration: 0 });
  }

  #answerOne(): void {
    const [answer] = this.#answers.splice(this.#random.below(this.#answers.length), 1);
    if (answer?.kind === "stored") {
      for (const { outcome } of answer.entries) if (outcome === "unstorable") expect(outcome).to.equal("unstorable");
    }
    this.hear(answer as WorkerEvent);
  }

  #perform(instruction: WorkerInstruction): void {
    switch (instruction.kind) {
      case "execute":
        this.#executing.push(instruction);
        return;
      case "store": {
        const entries = instruction.entries.map(({ key, value, bytes }) => {
          const chance = this.#random.below(100);
          const outcome = chance < this.#options.failing ? ("failed" as const) : ("written" as const);
          if (outcome === "written") this.store.set(key, value);
          return { key, bytes, outcome };
        });
        const isFull = entries.some(({ outcome }) => outcome === "failed");
        this.#answers.push({ kind: "stored", entries, ...(isFull ? { shut: { isFull, reason: "full" } } : {}) });
        return;
      }
      case "load":
        for (const { key, bytes } of instruction.entries) {
          const isLost = this.#random.below(100) < this.#options.losing;
          expect(this.store.has(key), "only what was written is read").to.equal(true);
          const value = isLost ? undefined : this.store.get(key);
          this.#answers.push({ kind: "loaded", entries: [{ key, bytes, value, isLost }] });
        }
        return;
      case "unstore":
        for (const key of instruction.keys) this.store.delete(key);
        return;
      case "send-values":
        instruction.positions.forEach((position, i) => this.gathered.set(position, instruction.values[i]));
        return;
      case "report":
        for (const message of instruction.envelope) this.#hearReport(message);
        return;
      case "account":
        return;
      default:
        expect.fail(`unexpected ${instruction.kind}`);
    }
  }

  /** What is lost is computed again, under a newer run, and what waited for it is ordered again. */
  #hearReport(message: (WorkerInstruction & { kind: "report" })["envelope"][number]): void {
    if (message.kind === "finished") {
      for (let at = 0; at < message.tasks.length; at += 4) {
        const task = this.tasks[message.tasks[at] as number] as Task;
        if (task.run === message.tasks[at + 1]) task.state = "done";
      }
    } else if (message.kind === "lost") {
      for (let at = 0; at < message.tasks.length; at += 2) this.#reopen(message.tasks[at] as number);
    } else if (message.kind === "missing") {
      this.#reopen(message.task);
    } else if (message.kind === "not-here") {
      for (const position of message.positions) this.gathered.delete(position);
    } else if (message.kind === "started" || message.kind === "notice" || message.kind === "measured") {
      return;
    } else {
      expect.fail(`unexpected ${message.kind}`);
    }
  }

  #reopen(id: number): void {
    const task = this.tasks[id] as Task;
    task.run++;
    task.state = "open";
  }
}

const resultOf = (task: number): string => `result of ${task}`;

const options = fc.record({
  seed: fc.nat(),
  tasks: fc.integer({ min: 1, max: 60 }),
  cores: fc.integer({ min: 1, max: 3 }),
  losing: fc.constantFrom(0, 0, 10),
  failing: fc.constantFrom(0, 0, 20),
});

describe("WorkerMachine with little memory", () => {
  it("computes everything with the right inputs, whatever the store does and when", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(options, (chosen) => {
        const worker = new SpillingWorker(chosen);
        const { machine, tasks } = worker;
        worker.run(() => tasks.every(({ state }) => state === "done") && worker.isIdle);
        const positions = Int32Array.from(tasks.keys());
        worker.send({ kind: "gather", request: 1, positions, tasks: positions.slice() });
        worker.run(() => worker.isIdle && !machine.storing?.isWaiting);
        for (const [position, value] of worker.gathered) expect(value).to.equal(resultOf(position));
        if (chosen.losing === 0) expect(worker.gathered.size).to.equal(tasks.length);
        worker.send({ kind: "free", tasks: Int32Array.from(tasks.flatMap(({ run }, id) => [id, run])) });
        worker.hear({ kind: "turn-ended" });
        worker.run(() => worker.isIdle);
        worker.hear({ kind: "turn-ended" });
        const { count, bytes, storedBytes } = machine.data;
        expect({ count, bytes, storedBytes, orders: machine.orders.count }).to.deep.equal({
          ...{ count: 0, bytes: 0, storedBytes: 0, orders: 0 },
        });
        if (chosen.losing === 0) expect([...worker.store.keys()], "nothing is left in the store").to.deep.equal([]);
        expect(machine.storing?.memory.isBusy).to.equal(false);
      }),
      { numRuns: 300 },
    );
  });
});
