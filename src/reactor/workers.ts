// What the reactor knows of each worker, and what it has to tell it when the turn ends.
import { IntList } from "../base/int-list.ts";
import { ComputeWriter } from "../protocol/compute-batch.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";

/** One cluster worker as the reactor sees it. */
export class WorkerRecord {
  readonly id: number;
  readonly cores: number;
  readonly node: number;
  /** Workers to which a route exists. */
  readonly peers = new Set<number>();
  /** Functions of the table that it has been told. */
  functionsKnown = 0;
  /** While it is being retired: results that only it holds and that are being copied away. It gets no new task. */
  leaving: Set<number> | undefined;
  readonly outbox: WorkerOutbox;

  constructor(id: number, cores: number, node: number) {
    this.id = id;
    this.cores = cores;
    this.node = node;
    this.outbox = new WorkerOutbox();
  }
}

/** Everything one turn has to say to one worker; sent as one envelope. */
export class WorkerOutbox {
  /** It stands in the list of outboxes to send. */
  isListed = false;
  readonly compute = new ComputeWriter();
  readonly free = new IntList(16);
  readonly retract = new IntList(16);
  readonly replicate = new IntList(0);
  /** Sparse messages that must come before computes (store, gather), and after them. */
  readonly before: ReactorToWorker[] = [];
  readonly after: ReactorToWorker[] = [];
  transfer: object[] = [];

  /** The envelope, in the order of the union `ReactorToWorker`; empty afterwards. */
  take(functions: readonly FunctionDefinition[], from: number): ReactorToWorker[] {
    const envelope: ReactorToWorker[] = [];
    if (functions.length > from) envelope.push({ kind: "functions", from, definitions: functions.slice(from) });
    if (this.before.length > 0) envelope.push(...this.before.splice(0));
    if (!this.compute.isEmpty) {
      const batch = this.compute.take();
      envelope.push({ kind: "compute", tasks: batch.tasks, values: batch.values });
    }
    if (this.free.length > 0) envelope.push({ kind: "free", tasks: this.free.take() });
    if (this.retract.length > 0) envelope.push({ kind: "retract", tasks: this.retract.take() });
    if (this.replicate.length > 0) envelope.push({ kind: "replicate", tasks: this.replicate.take() });
    if (this.after.length > 0) envelope.push(...this.after.splice(0));
    return envelope;
  }
}

/** The workers that are alive, and those with something to be told. */
export class Workers {
  readonly byId = new Map<number, WorkerRecord>();
  readonly functions: FunctionDefinition[] = [];
  /** By id, for the hot path: ids are small and never used again. */
  readonly #records: (WorkerRecord | undefined)[] = [];
  #listed: WorkerRecord[] = [];

  find(worker: number): WorkerRecord | undefined {
    return worker < 0 ? undefined : this.#records[worker];
  }

  add(worker: number, cores: number, node: number): WorkerRecord {
    const record = new WorkerRecord(worker, cores, node);
    this.byId.set(worker, record);
    while (this.#records.length <= worker) this.#records.push(undefined);
    this.#records[worker] = record;
    return record;
  }

  remove(worker: number): void {
    this.byId.delete(worker);
    this.#records[worker] = undefined;
    for (const other of this.byId.values()) other.peers.delete(worker);
  }

  /** The outbox of a worker, which will be sent when the turn ends. */
  outbox(record: WorkerRecord): WorkerOutbox {
    const outbox = record.outbox;
    if (!outbox.isListed) {
      outbox.isListed = true;
      this.#listed.push(record);
    }
    return outbox;
  }

  /** The workers to be told something, each once. */
  takeListed(): readonly WorkerRecord[] {
    const listed = this.#listed;
    this.#listed = [];
    for (const record of listed) record.outbox.isListed = false;
    return listed;
  }
}
