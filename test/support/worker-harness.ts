// A worker alone: the test is the reactor, the peers and the thread, all in few words.
import type { Failure } from "../../src/codec/failure.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import { FINISHED_SIZE } from "../../src/protocol/finished-batch.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { Refusal, WorkerToWorker } from "../../src/protocol/worker-to-worker.ts";
import type { WorkerEvent } from "../../src/worker/events.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import type { WorkerMachine, WorkerMachineOptions } from "../../src/worker/machine.ts";
import { wholeMachine } from "../../src/worker/whole-machine.ts";

/** An input that this worker, whose number is 0, may have to fetch. */
export interface Needed {
  readonly input: number;
  readonly run?: number;
  readonly from: readonly number[];
  readonly bytes?: number;
  readonly mayTake?: boolean;
  readonly isScattered?: boolean;
}

export interface Ordered {
  readonly task: number;
  readonly run?: number;
  readonly priority?: number;
  /** Pairs of input and holder, or more about it. */
  readonly inputs?: readonly (readonly [input: number, holder: number] | Needed)[];
}

export const BOOM: Failure = { kind: "error", name: "Error", message: "boom" };

export class WorkerHarness {
  readonly machine: WorkerMachine;

  constructor(options: number | Partial<WorkerMachineOptions> = 1) {
    this.machine = wholeMachine(typeof options === "number" ? { cores: options } : { cores: 1, ...options });
  }

  hear(event: WorkerEvent): readonly WorkerInstruction[] {
    return this.machine.handle(event);
  }

  compute(...orders: readonly Ordered[]): readonly WorkerInstruction[] {
    const writer = new ComputeWriter();
    for (const { task, run = 1, priority = 0, inputs = [] } of orders) {
      writer.begin(task, run, packCall(0, Call.inputs), priority, undefined);
      for (const each of inputs) addInput(writer, "input" in each ? each : { input: each[0], from: [each[1]] });
    }
    return this.fromReactor({ kind: "compute", ...writer.take() });
  }

  fromReactor(...envelope: readonly ReactorToWorker[]): readonly WorkerInstruction[] {
    return this.hear({ kind: "reactor-message", envelope: structuredClone(envelope) });
  }

  pairs(kind: "free" | "retract", ...tasks: readonly number[]): readonly WorkerInstruction[] {
    return this.fromReactor({ kind, tasks: Int32Array.from(tasks.flatMap((task) => [task, 1])) });
  }

  /** Data of these tasks is scattered here, of 10 bytes each. */
  store(...tasks: readonly number[]): void {
    const values = tasks.map((task) => `data ${task}`);
    const pairs = Int32Array.from(tasks.flatMap((task) => [task, 1]));
    this.fromReactor({ kind: "store", tasks: pairs, values, bytes: tasks.map(() => 10) });
  }

  /** Offers the thread until nothing more starts; which tasks began. */
  start(): number[] {
    const begun: number[] = [];
    while (this.machine.hasWork) {
      for (const each of this.hear({ kind: "core-offered" })) if (each.kind === "execute") begun.push(each.task);
    }
    return begun;
  }

  executed(task: number, duration = 0): void {
    this.hear({ kind: "executed", task, run: 1, value: `result of ${task}`, bytes: 10, duration });
  }

  /** A peer answers; each value counts as 5 bytes. Returns the delay after which it is to be asked again. */
  fromPeer(
    peer: number,
    values: readonly unknown[],
    refused: readonly Refusal[] = [],
    moved: readonly number[] = [],
  ): number | undefined {
    const message = { kind: "data", values, refused, moved } as const;
    const told = this.hear({ kind: "peer-message", peer, message, sizeOf: () => 5 });
    return told.find((each) => each.kind === "retry-peer")?.delay;
  }

  /** A peer asks; what is sent, if the answer is complete. */
  askedBy(peer: number, ...tasks: readonly number[]): Answer | undefined {
    const message: WorkerToWorker = { kind: "fetch", tasks: Int32Array.from(tasks) };
    return answerIn(this.hear({ kind: "peer-message", peer, message, sizeOf: () => 5 }));
  }

  /** Ends the turn: requests to peers as "fetch from peer: tasks" (those to be taken with "!"), and what the reactor is told, without measurements. */
  endTurn(): string[] {
    return this.hear({ kind: "turn-ended" }).flatMap((each) => {
      if (each.kind === "report") return each.envelope.filter(({ kind }) => kind !== "measured").map(describeMessage);
      if (each.kind === "tell-peer") return [`fetch from ${each.peer}: ${describeRequest(each.message.tasks)}`];
      return [each.kind];
    });
  }
}

function addInput(writer: ComputeWriter, { input, run = 1, from, bytes = 10, mayTake, isScattered }: Needed): void {
  const [holder, ...others] = from;
  writer.addInput(input, run, bytes, holder as number);
  for (const other of others) writer.addHolder(other);
  if (mayTake) writer.letTake();
  if (isScattered) writer.markScattered();
}

type Answer = Pick<WorkerInstruction & { kind: "send-data" }, "peer" | "values" | "refused" | "movable">;

export function answerIn(instructions: readonly WorkerInstruction[]): Answer | undefined {
  const found = instructions.find((each) => each.kind === "send-data");
  if (found === undefined) return undefined;
  const { peer, values, refused, movable } = found;
  return { peer, values, refused, movable };
}

function describeRequest(tasks: Int32Array): string {
  const named: string[] = [];
  for (let at = 0; at < tasks.length; at += 2) named.push(`${tasks[at]}${(tasks[at + 1] as number) < 0 ? "!" : ""}`);
  return named.join(",");
}

function describeMessage(message: WorkerToReactor): string {
  const step = { finished: FINISHED_SIZE, placed: 2, lost: 2, started: 2, retracted: 3 };
  switch (message.kind) {
    case "finished":
    case "placed":
    case "lost":
    case "started":
      return `${message.kind} ${[...message.tasks].filter((_, i) => i % step[message.kind] === 0)}`;
    case "retracted":
      return `retracted ${[...message.tasks].filter((_, i) => i % 3 !== 1)}`;
    case "taken":
      return `taken ${[...message.tasks].filter((_, i) => i % 3 !== 1).join(" from ")}`;
    case "missing":
      return `missing ${message.task} lacks ${message.input} of ${message.holder}${message.failure ? " for a failure" : ""}`;
    case "failed":
    case "interrupted":
      return `${message.kind} ${message.task}`;
    case "core":
      return `core ${message.isHeld ? "held" : "given back"} by ${message.task}`;
    case "context":
      return `context ${message.body.kind} of ${message.task}`;
    case "values":
      return `values ${message.positions} (${message.failed.map(({ position }) => position)} failed)`;
    case "slice":
      return `slice ${message.index} of ${message.position}`;
    case "not-here":
      return `not-here ${message.positions}`;
    case "ran":
      return `ran ${message.request}`;
    case "measured":
      return `measured ${message.functions}: ${message.milliseconds}`;
    case "timings":
      return "timings";
    case "notice":
      return `notice ${message.notice.kind}`;
  }
}
