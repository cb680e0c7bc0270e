// Copies to fetch from other workers. Each stands in the queue of every peer that holds it, in order of the orders that
// wait for it; the first peer that is asked gets the question, and elsewhere it is skipped when its turn comes. One
// request per peer at a time, a bounded number and a bounded amount in all.
import type { Source } from "../protocol/sources.ts";
import { AskablePeers } from "./askable.ts";
import type { Copy } from "./copies.ts";
import { isBeingTaken, isStillWanted, newCopy, renewed, strikeOut } from "./copies.ts";
import { FetchQueues } from "./fetch-queues.ts";
import type { Order } from "./tasks.ts";

/** What limits the traffic to a worker. */
export interface FetchLimits {
  /** Open requests. */
  readonly requests: number;
  /** Managed bytes to be copied for one request, if it asks for more than one result. */
  readonly requestBytes: number;
  /** Managed bytes on their way in all, if it is more than one result. */
  readonly bytesInFlight: number;
}

export const FETCH_LIMITS: FetchLimits = {
  requests: 50,
  requestBytes: 50_000_000,
  bytesInFlight: Number.POSITIVE_INFINITY,
};

/** Results asked for in one request at most. */
const MAX_PER_REQUEST = 65_536;

/** What a peer is to be asked for: pairs (task, run), with ~run for what it is to give away. */
export interface Request {
  readonly peer: number;
  readonly tasks: Int32Array;
}

interface Flight {
  readonly copies: readonly Copy[];
  readonly bytes: number;
}

export class Peers {
  readonly #limits: FetchLimits;
  readonly #copies = new Map<number, Copy>();
  readonly #askable = new AskablePeers();
  readonly #queues = new FetchQueues();
  /** By peer. */
  readonly #flights: (Flight | undefined)[] = [];
  #openRequests = 0;
  #bytesInFlight = 0;
  #mostBytes = Number.POSITIVE_INFINITY;
  /** What is due first does not fit beside what is on its way. */
  #isBlocked = false;
  readonly #busy = new Set<number>();
  /** By peer that does not have something yet: tasks whose copies are to be asked for there afterwards. */
  readonly #waits = new Map<number, number[]>();
  #sequence = 0;

  constructor(limits: FetchLimits = FETCH_LIMITS) {
    this.#limits = limits;
  }

  /** Copies that are wanted and not here. */
  get wanted(): number {
    return this.#copies.size;
  }

  get openRequests(): number {
    return this.#openRequests;
  }

  get bytesInFlight(): number {
    return this.#bytesInFlight;
  }

  /** Asks for a copy that an order waits for, or (without one) that the reactor wants here. */
  want(source: Source, waiter: Order | undefined): void {
    this.#isBlocked = false;
    const known = this.#copies.get(source.task);
    if (known !== undefined && known.run === source.run && this.#wantAgain(known, source, waiter)) return;
    const copy = newCopy(source, waiter, this.#sequence++);
    this.#copies.set(copy.task, copy);
    this.#enqueue(copy);
  }

  /** False if nobody wanted the known one any more: then it has ended. */
  #wantAgain(known: Copy, source: Source, waiter: Order | undefined): boolean {
    if (known.state === "fetch" && !isStillWanted(known)) {
      this.#end(known, "released");
      return false;
    }
    if (waiter === undefined) known.isOrdered = true;
    else known.waiters.push(waiter);
    if (known.state !== "fetch") return true;
    if (!source.mayTake) known.mayTake = false;
    const isMoreUrgent = waiter !== undefined && waiter.priority < known.priority;
    const holders = [source.holder, ...source.others].filter((each) => !holdersOf(known).includes(each));
    if (!isMoreUrgent && holders.length === 0) return true;
    this.#dequeue(known);
    known.others = Int32Array.from([...known.others, ...holders]);
    this.#requeue(known);
    return true;
  }

  /** Whether this order waits for a result that is being taken away from its holder. */
  isTakenFor(order: Order): boolean {
    return order.inputs.some((input) => {
      const copy = this.#copies.get(input);
      return copy !== undefined && isBeingTaken(copy) && copy.waiters.includes(order);
    });
  }

  /** Whether a result is on its way here. */
  isInFlight(task: number, run: number): boolean {
    const copy = this.#copies.get(task);
    return copy?.run === run && copy.state === "flight";
  }

  /** The reactor frees a result that may be on its way here. */
  free(task: number, run: number): void {
    const copy = this.#copies.get(task);
    if (copy?.run === run) this.#end(copy, "released");
  }

  /** A peer is on another node: one that is near is asked first. */
  markFar(peer: number): void {
    this.#askable.makeRoom(peer);
    this.#askable.isFar[peer] = 1;
  }

  /** Whether a request may be due. */
  get isDue(): boolean {
    return this.#askable.size > 0 && !this.#isBlocked && this.#openRequests < this.#limits.requests;
  }

  /** The requests that are due, best first, until `most` are open or `mostBytes` are on their way. */
  takeRequests(most: number, mostBytes: number): readonly Request[] {
    const { requests: mostRequests, bytesInFlight } = this.#limits;
    const limit = Math.min(most, mostRequests);
    this.#mostBytes = Math.min(mostBytes, bytesInFlight);
    if (!this.isDue || this.#isSaturated(limit)) return NOTHING;
    const requests: Request[] = [];
    this.#askable.beginRound();
    while (!this.#isSaturated(limit)) {
      const peer = this.#askable.next(this.#urgencyOf);
      if (peer < 0) break;
      const tasks = this.#ask(peer);
      if (tasks !== undefined) requests.push({ peer, tasks });
      else if (this.#askable.due[peer] !== 0) {
        this.#isBlocked = true;
        break;
      }
    }
    return requests;
  }

  #isSaturated(limit: number): boolean {
    return this.#openRequests >= limit || this.#bytesInFlight >= this.#mostBytes;
  }

  readonly #urgencyOf = (peer: number): number => this.#first(peer)?.priority ?? Number.POSITIVE_INFINITY;

  /** The first copy of a peer's queue that is to be asked for. */
  #first(peer: number): Copy | undefined {
    for (let copy = this.#queues.peek(peer); copy !== undefined; copy = this.#queues.peek(peer)) {
      if (isStillWanted(copy)) return copy;
      this.#end(copy, "released");
    }
    return undefined;
  }

  #ask(peer: number): Int32Array | undefined {
    const copies: Copy[] = [];
    const { requestBytes } = this.#limits;
    let bytes = 0;
    let copied = 0;
    for (let copy = this.#first(peer); copy !== undefined; copy = this.#first(peer)) {
      const isTaking = copy.mayTake && !copy.isOrdered; // else it is copied for another reason
      const sum = bytes + copy.bytes;
      const copiedSum = isTaking ? copied : copied + copy.bytes; // what is taken away is not copied, whatever its size
      const isFirst = copies.length === 0;
      const fits = (isFirst || copiedSum <= requestBytes) && sum + this.#bytesInFlight <= this.#mostBytes;
      if (!fits && !(isFirst && this.#bytesInFlight === 0)) break;
      this.#dequeue(copy);
      copy.state = "flight";
      copy.asked = peer;
      copy.isTaking = isTaking;
      bytes = sum;
      copied = copiedSum;
      if (copies.push(copy) === MAX_PER_REQUEST) break;
    }
    if (copies.length === 0) return undefined;
    while (this.#flights.length <= peer) this.#flights.push(undefined);
    this.#flights[peer] = { copies, bytes };
    this.#openRequests++;
    this.#bytesInFlight += bytes;
    this.#askable.obstruct(peer);
    return pairsOf(copies);
  }

  /** A peer answered: what was asked, in order; copies that nobody wants any more are released. */
  takeFlight(peer: number): readonly Copy[] {
    const flight = this.#flights[peer];
    if (flight === undefined) return NOTHING;
    this.#flights[peer] = undefined;
    this.#openRequests--;
    this.#isBlocked = false;
    this.#bytesInFlight -= flight.bytes;
    this.#askable.clear(peer);
    return flight.copies;
  }

  /** The holder that was asked does not have it any more: false if nobody else does. */
  askOthers(copy: Copy): boolean {
    copy.gone = copy.asked;
    return this.#askOthers(copy, copy.asked);
  }

  #askOthers(copy: Copy, without: number): boolean {
    if (!strikeOut(copy, without)) return false;
    if (copy.state === "flight") this.#requeue(copy);
    return true;
  }

  /** The holder that was asked is busy: it is asked again after a while (`retry`), and others meanwhile. */
  askAgain(copy: Copy): void {
    this.#requeue(copy);
  }

  /** The holder that was asked does not have it yet: it is asked again after a while, and others meanwhile. */
  askLater(copy: Copy): void {
    copy.delays++;
    const peer = copy.asked;
    copy.late = [...copy.late, peer];
    const waits = this.#waits.get(peer);
    if (waits === undefined) this.#waits.set(peer, [copy.task]);
    else waits.push(copy.task);
    this.#requeue(copy);
  }

  /** A peer is busy: it is asked nothing until `retry`. */
  pause(peer: number): void {
    if (this.#busy.has(peer)) return;
    this.#busy.add(peer);
    this.#askable.obstruct(peer);
  }

  /** A peer that was busy, or did not have something yet, may be asked again. */
  retry(peer: number): void {
    if (this.#busy.delete(peer)) this.#askable.clear(peer);
    const tasks = this.#waits.get(peer) ?? NOTHING;
    this.#waits.delete(peer);
    for (const task of tasks) {
      const copy = this.#copies.get(task);
      if (copy === undefined || !copy.late.includes(peer)) continue;
      copy.late = copy.late.filter((other) => other !== peer);
      if (copy.state !== "fetch") continue;
      this.#queues.insert(peer, copy);
      this.#askable.add(peer, copy.priority);
    }
  }

  /** A peer is gone: the copies that nobody else holds. What others hold is asked for there. */
  takeLost(peer: number): readonly Copy[] {
    const lost: Copy[] = [];
    for (const copy of this.takeFlight(peer)) {
      if (copy.state === "flight" && !this.#askOthers(copy, peer)) lost.push(copy);
    }
    this.#askable.forget(peer);
    for (const copy of this.#queues.takeAll(peer)) if (!strikeOut(copy, peer)) lost.push(copy);
    for (const task of this.#waits.get(peer) ?? NOTHING) {
      const copy = this.#copies.get(task);
      if (copy?.late.includes(peer) === true && !strikeOut(copy, peer)) lost.push(copy);
    }
    this.#waits.delete(peer);
    this.#busy.delete(peer);
    // What others were asked for is not to be asked for there afterwards: nobody would answer.
    for (const copy of this.#copies.values()) if (copy.state === "flight") strikeOut(copy, peer);
    for (const copy of lost) copy.state = "flight"; // it stands in no queue any more
    return lost;
  }

  arrive(copy: Copy): void {
    this.#end(copy, "in-memory");
  }

  giveUp(copy: Copy): void {
    this.#end(copy, "released");
  }

  #end(copy: Copy, state: "in-memory" | "released"): void {
    if (copy.state === "fetch") this.#dequeue(copy);
    copy.state = state;
    if (this.#copies.get(copy.task) === copy) this.#copies.delete(copy.task);
  }

  /** A copy is to be asked for anew, wherever it is not too early for that. */
  #requeue(copy: Copy): void {
    const renewal = renewed(copy, this.#sequence++);
    this.#copies.set(renewal.task, renewal);
    this.#enqueue(renewal);
  }

  #enqueue(copy: Copy): void {
    const { holder, others, late } = copy;
    if (late.length > 0) {
      for (const peer of holdersOf(copy)) if (!late.includes(peer)) this.#enqueueAt(peer, copy);
      return;
    }
    this.#enqueueAt(holder, copy);
    for (let i = 0; i < others.length; i++) this.#enqueueAt(others[i] as number, copy);
  }

  #enqueueAt(peer: number, copy: Copy): void {
    this.#askable.makeRoom(peer);
    this.#queues.makeRoom(peer);
    this.#queues.push(peer, copy);
    this.#askable.add(peer, copy.priority);
  }

  /** It is not to be asked for any more; in queues it stays until its turn comes. */
  #dequeue(copy: Copy): void {
    const { holder, others, late } = copy;
    if (late.length > 0) {
      for (const peer of holdersOf(copy)) if (!late.includes(peer)) this.#dequeueAt(peer);
      return;
    }
    this.#dequeueAt(holder);
    for (let i = 0; i < others.length; i++) this.#dequeueAt(others[i] as number);
  }

  #dequeueAt(peer: number): void {
    if (this.#askable.remove(peer)) this.#queues.clear(peer);
  }
}

function holdersOf({ holder, others }: Copy): readonly number[] {
  return others.length === 0 ? [holder] : [holder, ...others];
}

function pairsOf(copies: readonly Copy[]): Int32Array {
  const tasks = new Int32Array(2 * copies.length);
  for (let i = 0; i < copies.length; i++) {
    const copy = copies[i] as Copy;
    tasks[2 * i] = copy.task;
    tasks[2 * i + 1] = copy.isTaking ? ~copy.run : copy.run;
  }
  return tasks;
}

const NOTHING: readonly never[] = [];
