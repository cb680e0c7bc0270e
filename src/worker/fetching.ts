// Results that a worker fetches from others: what orders wait for, and what the reactor wants here. Pure: values pass
// through it unseen. Communication is looked after once, when a turn ends.
import type { Failure } from "../codec/failure.ts";
import type { Source } from "../protocol/sources.ts";
import { SourceReader } from "../protocol/sources.ts";
import type { Refusal, WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { Copy } from "./copies.ts";
import { isStillWanted } from "./copies.ts";
import type { Data } from "./data.ts";
import { RECEIVED } from "./data.ts";
import type { WorkerInstruction } from "./instructions.ts";
import type { ReactorOutbox } from "./outbox.ts";
import type { FetchLimits } from "./peers.ts";
import { Peers } from "./peers.ts";
import type { Order, Orders } from "./tasks.ts";

/** What fetching shares with the rest of its machine. */
export interface FetchingContext {
  readonly data: Data;
  readonly orders: Orders;
  readonly outbox: ReactorOutbox;
  readonly emit: (instruction: WorkerInstruction) => void;
  readonly limits: FetchLimits;
  /** Managed bytes that may be on their way now, beside those of `limits`. */
  readonly bytesInFlight: () => number;
}

/** Milliseconds until a peer that was busy is asked again. */
const BUSY_DELAY = 20;
/** Milliseconds until a peer is asked again for what it does not have yet: doubled each time, up to the most. */
const FIRST_DELAY = 1;
const MOST_DELAY = 150;
/** Times that scattered data may not be there yet: about ten seconds. */
const MOST_DELAYS = 75;

export class Fetching {
  readonly #context: FetchingContext;
  readonly #peers: Peers;

  constructor(context: FetchingContext) {
    this.#context = context;
    this.#peers = new Peers(context.limits);
  }

  /** Copies that are wanted and not here. */
  get wanted(): number {
    return this.#peers.wanted;
  }

  /** Requests that have not been answered. */
  get openRequests(): number {
    return this.#peers.openRequests;
  }

  /** Whether a result is on its way here. */
  isComing(task: number, run: number): boolean {
    return this.#peers.isInFlight(task, run);
  }

  /** Whether an order counts as started: an input of it is being taken from its holder, and is nowhere else. */
  isTakingFor(order: Order): boolean {
    return order.state === "waiting" && this.#peers.isTakenFor(order);
  }

  /** Asks for an input of an order, which is not here; the order counts it. Hot path (B2). */
  want(source: Source, order: Order): void {
    order.missing++;
    this.#peers.want(source, order);
  }

  /** The reactor wants these copies here, whether a task waits for them or not. */
  replicate(sources: Int32Array): void {
    const reader = new SourceReader(sources);
    while (reader.at < sources.length) {
      if (!this.#context.data.has(reader.task, reader.run)) this.#peers.want(reader, undefined);
      reader.at = reader.end;
    }
  }

  /** The reactor frees a result that is not here and may be on its way. */
  free(task: number, run: number): void {
    this.#peers.free(task, run);
  }

  /** A peer is on another node than this worker. */
  onFarPeer(peer: number): void {
    this.#peers.markFar(peer);
  }

  /** A peer's answer. */
  onData(peer: number, answer: Answer, sizeOf: (value: unknown) => number): void {
    const refusals = answer.refused.length === 0 ? undefined : byPosition(answer.refused);
    const moved = answer.moved.length === 0 ? undefined : new Set(answer.moved);
    let isBusy = false;
    let delays = 0;
    this.#peers.takeFlight(peer).forEach((copy, position) => {
      if (copy.state !== "flight") return;
      const refusal = refusals?.get(position);
      if (refusal === undefined) {
        const value = answer.values[position];
        return this.#onCopy(copy, value, sizeOf(value), moved?.has(position) === true);
      }
      if (refusal.reason === "failed") return this.#onMissing(copy, refusal.failure);
      if (!isStillWanted(copy)) return this.#peers.giveUp(copy);
      if (refusal.reason === "busy") {
        isBusy = true;
        return this.#peers.askAgain(copy);
      }
      const isLate = refusal.reason === "late" || (copy.isScattered && copy.delays < MOST_DELAYS);
      if (isLate) {
        delays = Math.max(delays, copy.delays + 1);
        return this.#peers.askLater(copy);
      }
      if (!this.#peers.askOthers(copy)) this.#onMissing(copy, undefined);
    });
    if (isBusy) this.#peers.pause(peer);
    const lateDelay = Math.min(MOST_DELAY, FIRST_DELAY * 2 ** Math.min(delays - 1, 10));
    if (isBusy || delays > 0) {
      this.#context.emit({ kind: "retry-peer", peer, delay: isBusy ? BUSY_DELAY : lateDelay });
    }
  }

  /** A peer that was busy, or did not have something yet, may be asked again. */
  onRetried(peer: number): void {
    this.#peers.retry(peer);
  }

  /** Nothing more comes from a peer. */
  onPeerLost(peer: number): void {
    for (const copy of this.#peers.takeLost(peer)) this.#onMissing(copy, undefined);
  }

  /** Sends the requests that are due, until `most` are open; once per turn. */
  ensure(most = Number.POSITIVE_INFINITY): void {
    if (!this.#peers.isDue) return;
    for (const { peer, tasks } of this.#peers.takeRequests(most, this.#context.bytesInFlight())) {
      this.#context.emit({ kind: "tell-peer", peer, message: { kind: "fetch", tasks } });
    }
  }

  #onCopy(copy: Copy, value: unknown, bytes: number, isMoved: boolean): void {
    const { data, outbox, orders } = this.#context;
    this.#peers.arrive(copy);
    data.put(copy.task, copy.run, value, bytes, isMoved ? RECEIVED : copy.asked);
    if (isMoved) {
      outbox.taken.push2(copy.task, copy.run);
      outbox.taken.push(copy.asked);
    } else {
      outbox.placed.push2(copy.task, copy.run);
    }
    for (const order of copy.waiters) {
      if (--order.missing === 0 && order.state === "waiting") orders.makeReady(order);
    }
  }

  /** A copy will not come: the tasks that wait for it go back to the reactor, which knows what to do. */
  #onMissing(copy: Copy, failure: Failure | undefined): void {
    const { outbox, orders } = this.#context;
    this.#peers.giveUp(copy);
    const input = copy.task;
    const asked = copy.asked >= 0 ? copy.asked : copy.holder;
    const holder = copy.gone >= 0 ? copy.gone : asked;
    if (copy.isOrdered && (failure !== undefined || copy.gone >= 0)) {
      const missing = { kind: "missing", task: input, run: copy.run, input, holder } as const;
      outbox.others.push(failure === undefined ? missing : { ...missing, failure });
    }
    for (const order of copy.waiters) {
      if (order.state !== "waiting") continue;
      const { task, run } = order;
      orders.release(order);
      const missing = { kind: "missing", task, run, input, holder } as const;
      outbox.others.push(failure === undefined ? missing : { ...missing, failure });
    }
  }
}

type Answer = WorkerToWorker & { readonly kind: "data" };

function byPosition(refused: readonly Refusal[]): ReadonlyMap<number, Refusal> {
  return new Map(refused.map((refusal) => [refusal.position, refusal]));
}
