// The four benches of distributed#6462 on our worker machine: 12 MB per result, one result in ten on several peers. One
// fresh machine per sample; what is not the bench's subject happens before the clock starts.
import { IntList } from "../../src/base/int-list.ts";
import { pushHolder, pushSource } from "../../src/protocol/sources.ts";
import { Exchange } from "../../src/worker/exchange.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import { WorkerMachine } from "../../src/worker/machine.ts";
import { PythonRandom } from "./mersenne.ts";

const BYTES = 12_000_000;
/** Calls of which a sample of the no-op is made; it changes nothing. */
const NOOPS = 1000;

const PAUSE = { kind: "pause" } as const;
const RESUME = { kind: "resume" } as const;
const TURN_ENDED = { kind: "turn-ended" } as const;

/** Where each of `tasks` results is, among peers 2, 3, ...: the sources of one `replicate`. */
export function holders(tasks: number, peers: number): Int32Array {
  const random = new PythonRandom(42);
  const all = Array.from({ length: peers }, (_, i) => 2 + i);
  const sources = new IntList();
  for (let task = 0; task < tasks; task++) {
    const replicas = random.random() >= 0.9 ? random.randint(2, Math.floor(peers / 2)) : 1;
    const [first, ...others] = random.sample(all, replicas);
    const at = sources.length;
    pushSource(sources, task, 1, BYTES, first as number);
    for (const other of others) pushHolder(sources, at, other);
  }
  return sources.take();
}

// The collection before each sample would take the hidden classes of a machine too if none were alive, and with them the
// code that was compiled for them: every sample would pay for compiling it anew.
export const alive = [newMachine()];
replicate(alive[0] as WorkerMachine, holders(100, 50));
(alive[0] as WorkerMachine).handle(TURN_ENDED);

/** Each takes one sample and returns microseconds per call. */
export const BENCHES = { populate, "from idle": fromIdle, "no-op": noop, "one worker": oneWorker } as const;

function populate(sources: Int32Array): number {
  const machine = newMachine();
  machine.handle(PAUSE);
  const { elapsed, fetches } = timed(() => [...replicate(machine, sources), ...machine.handle(TURN_ENDED)]);
  expectBetween(fetches, 0, 0);
  return elapsed;
}

function fromIdle(sources: Int32Array, peers: number): number {
  const machine = newMachine();
  machine.handle(PAUSE);
  replicate(machine, sources);
  machine.handle(TURN_ENDED);
  const { elapsed, fetches } = timed(() => resume(machine));
  expectBetween(fetches, 1, Math.min(peers, 50));
  return elapsed;
}

function noop(sources: Int32Array): number {
  const machine = newMachine();
  replicate(machine, sources);
  machine.handle(TURN_ENDED);
  let last: readonly WorkerInstruction[] = [];
  const { elapsed } = timed(() => {
    for (let i = 0; i < NOOPS; i++) last = resume(machine);
    return last;
  });
  expectBetween(last.length, 0, 0);
  return elapsed / NOOPS;
}

function oneWorker(sources: Int32Array, peers: number, tasks: number): number {
  const machine = newMachine();
  replicate(machine, sources);
  const first = machine.handle(TURN_ENDED).find((each) => each.kind === "tell-peer");
  if (first === undefined) throw new Error("Cannot answer the first request: there is none, must be one");
  machine.handle(PAUSE);
  const values = Array.from({ length: first.message.tasks.length / 2 }, () => 123);
  const message = { kind: "data", values, refused: [], moved: [] } as const;
  machine.handle({ kind: "peer-message", peer: first.peer, message, sizeOf: () => BYTES });
  machine.handle(TURN_ENDED);
  const { elapsed, fetches } = timed(() => resume(machine));
  expectBetween(fetches, tasks < 5 * peers ? 0 : 1, 1);
  return elapsed;
}

function newMachine(): WorkerMachine {
  const machine = new WorkerMachine({ cores: 1 });
  machine.attachExchange(Exchange);
  return machine;
}

function replicate(machine: WorkerMachine, tasks: Int32Array): readonly WorkerInstruction[] {
  return machine.handle({ kind: "reactor-message", envelope: [{ kind: "replicate", tasks }] });
}

function resume(machine: WorkerMachine): readonly WorkerInstruction[] {
  machine.handle(RESUME);
  return machine.handle(TURN_ENDED);
}

function timed(action: () => readonly WorkerInstruction[]): { readonly elapsed: number; readonly fetches: number } {
  const start = performance.now();
  const instructions = action();
  const elapsed = 1000 * (performance.now() - start);
  return { elapsed, fetches: instructions.filter(({ kind }) => kind === "tell-peer").length };
}

function expectBetween(found: number, least: number, most: number): void {
  if (found >= least && found <= most) return;
  throw new Error(`Cannot count this sample: it made ${found} requests, must be ${least} to ${most}`);
}
