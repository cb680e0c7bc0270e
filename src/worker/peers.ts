// Copies to fetch from other workers: one request per peer at a time, everything that is due in one request.
import type { Order } from "./tasks.ts";

/** Results asked for in one request at most. */
const MAX_PER_REQUEST = 65_536;

/** A copy that is wanted here. */
export interface Copy {
  readonly task: number;
  readonly run: number;
  readonly holder: number;
  /** Tasks that wait for it; one that takes it twice stands here twice. */
  readonly waiters: Order[];
  /** The reactor wants it here, whether a task waits for it or not. */
  isOrdered: boolean;
  state: "fetch" | "flight" | "in-memory" | "released";
}

interface Peer {
  readonly queue: Copy[];
  flight: readonly Copy[] | undefined;
}

export class Peers {
  readonly #copies = new Map<number, Copy>();
  readonly #peers = new Map<number, Peer>();
  /** Peers with something to fetch and no open request, perhaps. */
  readonly #due = new Set<number>();

  /** Copies that are wanted and not here. */
  get wanted(): number {
    return this.#copies.size;
  }

  /** Asks for a copy that an order waits for, or (without one) that the reactor wants here. */
  want(task: number, run: number, holder: number, waiter: Order | undefined): void {
    const known = this.#copies.get(task);
    if (known?.run === run) {
      if (waiter === undefined) known.isOrdered = true;
      else known.waiters.push(waiter);
      return;
    }
    // An array made with its only element is a fifth of one that is pushed to; a task may take 100,000 copies.
    const waiters = waiter === undefined ? [] : [waiter];
    const copy: Copy = { task, run, holder, waiters, isOrdered: waiter === undefined, state: "fetch" };
    this.#copies.set(task, copy);
    this.#peer(holder).queue.push(copy);
    this.#due.add(holder);
  }

  /** The reactor frees a result that may be on its way here. */
  free(task: number, run: number): void {
    const copy = this.#copies.get(task);
    if (copy?.run === run) this.#end(copy, "released");
  }

  /** The requests that are due: pairs (task, run) for a peer. */
  takeRequests(): readonly { readonly peer: number; readonly tasks: Int32Array }[] {
    if (this.#due.size === 0) return [];
    const requests: { peer: number; tasks: Int32Array }[] = [];
    for (const id of this.#due) {
      this.#due.delete(id);
      const peer = this.#peer(id);
      if (peer.flight !== undefined) continue;
      const copies = peer.queue.splice(0, MAX_PER_REQUEST).filter((copy) => copy.state === "fetch");
      if (peer.queue.length > 0) this.#due.add(id);
      if (copies.length === 0) continue;
      peer.flight = copies;
      const tasks = new Int32Array(2 * copies.length);
      copies.forEach((copy, i) => {
        copy.state = "flight";
        tasks[2 * i] = copy.task;
        tasks[2 * i + 1] = copy.run;
      });
      requests.push({ peer: id, tasks });
    }
    return requests;
  }

  /** A peer answered: what was asked, in order; copies that nobody wants any more are released. */
  takeFlight(id: number): readonly Copy[] {
    const peer = this.#peer(id);
    const flight = peer.flight ?? [];
    peer.flight = undefined;
    if (peer.queue.length > 0) this.#due.add(id);
    return flight;
  }

  /** The holder does not have it yet: it is asked again, if somebody still waits. Scattered data may reach the holder after the question. */
  askAgain(copy: Copy): boolean {
    if (!copy.isOrdered && !copy.waiters.some((order) => order.state === "waiting")) return false;
    copy.state = "fetch";
    this.#peer(copy.holder).queue.push(copy);
    this.#due.add(copy.holder);
    return true;
  }

  /** A peer is gone: the copies that will not come from it. */
  takeLost(id: number): readonly Copy[] {
    const peer = this.#peers.get(id);
    if (peer === undefined) return [];
    this.#peers.delete(id);
    this.#due.delete(id);
    return [...(peer.flight ?? []), ...peer.queue].filter((copy) => copy.state !== "released");
  }

  arrive(copy: Copy): void {
    this.#end(copy, "in-memory");
  }

  giveUp(copy: Copy): void {
    this.#end(copy, "released");
  }

  #end(copy: Copy, state: "in-memory" | "released"): void {
    copy.state = state;
    if (this.#copies.get(copy.task) === copy) this.#copies.delete(copy.task);
  }

  #peer(id: number): Peer {
    let peer = this.#peers.get(id);
    if (peer === undefined) {
      peer = { queue: [], flight: undefined };
      this.#peers.set(id, peer);
    }
    return peer;
  }
}
