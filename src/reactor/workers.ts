// What the reactor knows of each worker, and what it has to tell it when the turn ends.
import { IntList } from "../base/int-list.ts";
import { ComputeWriter, orderHasValue } from "../protocol/compute-batch.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { Instruction } from "./instructions.ts";
import { Mail } from "./mail.ts";

/** One cluster worker as the reactor sees it. */
export class WorkerRecord {
  readonly id: number;
  readonly cores: number;
  readonly node: number;
  /** Workers to which a route exists. */
  readonly peers = new Set<number>();
  /** While it is being retired: results that only it holds and that are being copied away. It gets no new task. */
  leaving: Set<number> | undefined;
  /** It is being ended, since a task that was to end did not: what else is on it is not to blame. */
  isEnding = false;

  constructor(id: number, cores: number, node: number) {
    this.id = id;
    this.cores = cores;
    this.node = node;
  }
}

type SendInstruction = Instruction & { readonly kind: "send" };

/** What is said rarely to one worker in one turn. */
class RareMail {
  /** Before orders: store, gather. */
  readonly before: ReactorToWorker[] = [];
  readonly retract = new IntList(16);
  readonly replicate = new IntList(0);
  /** After everything else. */
  readonly after: ReactorToWorker[] = [];
  readonly transfer: object[] = [];
}

/** Everything one turn has to say to workers; each gets one envelope, in the order of the union `ReactorToWorker`. */
export class Outbox {
  readonly #orders = new Mail();
  readonly #free = new Mail();
  /** Writes orders; `beginOrder` comes first. */
  readonly compute = new ComputeWriter(this.#orders.ints);
  readonly #rare = new Map<number, RareMail>();

  /** Begins an order for a worker; what `compute` writes next is for it. */
  beginOrder(worker: number): void {
    this.#orders.begin(worker);
  }

  /** The result of a run, or the run itself, is to be forgotten. */
  free(worker: number, task: number, run: number): void {
    this.#free.begin(worker);
    this.#free.ints.push2(task, run);
  }

  rarely(worker: number): RareMail {
    let rare = this.#rare.get(worker);
    if (rare === undefined) {
      rare = new RareMail();
      this.#rare.set(worker, rare);
    }
    return rare;
  }

  /** The envelopes of the turn, as instructions; each begins as `open` made it. The outbox is empty afterwards. */
  take(open: (worker: number) => readonly ReactorToWorker[]): readonly SendInstruction[] {
    const sends: SendInstruction[] = [];
    const byWorker: ReactorToWorker[][] = [];
    const add = (worker: number, message: ReactorToWorker): void => {
      const known = byWorker[worker];
      if (known !== undefined) return void known.push(message);
      const envelope = [...open(worker), message]; // as long as it is: pushing to an empty array makes room for seventeen
      byWorker[worker] = envelope;
      sends.push({ kind: "send", worker, envelope, transfer: this.#rare.get(worker)?.transfer ?? NOTHING });
    };
    for (const [worker, { before }] of this.#rare) for (const message of before) add(worker, message);
    this.#takeOrders(add);
    this.#free.deal((worker, tasks) => add(worker, { kind: "free", tasks }));
    for (const [worker, { retract, replicate, after }] of this.#rare) {
      if (retract.length > 0) add(worker, { kind: "retract", tasks: retract.take() });
      if (replicate.length > 0) add(worker, { kind: "replicate", tasks: replicate.take() });
      for (const message of after) add(worker, message);
    }
    this.#rare.clear();
    return sends;
  }

  #takeOrders(add: (worker: number, message: ReactorToWorker) => void): void {
    const values = this.compute.takeValues();
    const byWorker: unknown[][] = [];
    const { items } = this.#orders.ints;
    let next = 0;
    if (values.length > 0) {
      this.#orders.eachRecord((worker, start) => {
        if (!orderHasValue(items, start)) return;
        const known = byWorker[worker];
        if (known === undefined) byWorker[worker] = [values[next++]];
        else known.push(values[next++]);
      });
    }
    this.#orders.deal((worker, tasks) => {
      add(worker, { kind: "compute", tasks, values: byWorker[worker] ?? NOTHING });
    });
  }
}

const NOTHING: readonly never[] = [];

/** The workers that are alive. */
export class Workers {
  readonly byId = new Map<number, WorkerRecord>();
  readonly outbox = new Outbox();
  readonly functions: FunctionDefinition[] = [];
  /** By id, for the hot path: ids are small and never used again. */
  readonly #records: (WorkerRecord | undefined)[] = [];
  /** By id: functions of the table that the worker has been told. */
  readonly #functionsKnown: number[] = [];

  find(worker: number): WorkerRecord | undefined {
    return worker < 0 ? undefined : this.#records[worker];
  }

  /** Whether there was such a worker ever. */
  hasMet(worker: number): boolean {
    return worker >= 0 && worker < this.#records.length;
  }

  add(worker: number, cores: number, node: number): WorkerRecord {
    const record = new WorkerRecord(worker, cores, node);
    this.byId.set(worker, record);
    while (this.#records.length <= worker) {
      this.#records.push(undefined);
      this.#functionsKnown.push(0);
    }
    this.#records[worker] = record;
    return record;
  }

  remove(worker: number): void {
    this.byId.delete(worker);
    this.#records[worker] = undefined;
    for (const other of this.byId.values()) other.peers.delete(worker);
  }

  /** What the turn has to say to workers that are still there. */
  takeSends(): readonly SendInstruction[] {
    return this.outbox.take((worker) => this.#open(worker)).filter(({ worker }) => this.find(worker) !== undefined);
  }

  /** An envelope begins with the functions that its worker has not heard of. */
  #open(worker: number): readonly ReactorToWorker[] {
    const from = this.#functionsKnown[worker] as number;
    if (from === this.functions.length) return NOTHING;
    this.#functionsKnown[worker] = this.functions.length;
    return [{ kind: "functions", from, definitions: this.functions.slice(from) }];
  }
}
