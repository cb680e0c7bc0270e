// The peers that can be asked for something now, best first: by the most urgent copy, then near before far, then by how
// much there is to fetch. Numbers in columns: a worker may have a thousand peers (benchmark B5).
import { IntList } from "../base/int-list.ts";

const ABSENT = -1;

export class AskablePeers {
  /** By peer: copies that it may be asked for. */
  due = new Int32Array(16);
  /** By peer: no copy to fetch there is more urgent than this; it may be less than that of the first one. */
  urgency = new Float64Array(16).fill(Number.POSITIVE_INFINITY);
  /** By peer: 1 if it is on another node. */
  isFar = new Uint8Array(16);
  /** By peer: requests without an answer, and reasons not to ask it for a while. */
  obstacles = new Uint8Array(16);
  /** Those with something to fetch and no obstacle. */
  readonly #members = new IntList(16);
  #places = new Int32Array(16).fill(ABSENT);
  /** A heap of members while requests are made, by what was true of them when they were last looked at. */
  #heap = new Int32Array(16);
  #heapSize = 0;
  #dueSeen = new Int32Array(16);
  #urgencySeen = new Float64Array(16);

  get size(): number {
    return this.#members.length;
  }

  makeRoom(peer: number): void {
    if (peer < this.due.length) return;
    const length = Math.max(peer + 1, 2 * this.due.length);
    const grown = <Column extends Int32Array | Float64Array | Uint8Array>(column: Column, longer: Column): Column => {
      longer.set(column);
      return longer;
    };
    this.due = grown(this.due, new Int32Array(length));
    this.urgency = grown(this.urgency, new Float64Array(length).fill(Number.POSITIVE_INFINITY));
    this.isFar = grown(this.isFar, new Uint8Array(length));
    this.obstacles = grown(this.obstacles, new Uint8Array(length));
    this.#places = grown(this.#places, new Int32Array(length).fill(ABSENT));
    this.#heap = new Int32Array(length);
    this.#dueSeen = new Int32Array(length);
    this.#urgencySeen = new Float64Array(length);
  }

  /** A copy may be asked for at a peer that has its place in the columns. */
  add(peer: number, priority: number): void {
    if (this.due[peer]!++ === 0 && this.obstacles[peer] === 0) this.#enter(peer);
    if (priority < (this.urgency[peer] as number)) this.urgency[peer] = priority;
  }

  /** A copy is not to be asked for there any more; true if it was the last. */
  remove(peer: number): boolean {
    if (--this.due[peer]! > 0) return false;
    this.urgency[peer] = Number.POSITIVE_INFINITY;
    this.#leave(peer);
    return true;
  }

  obstruct(peer: number): void {
    this.obstacles[peer]!++;
    this.#leave(peer);
  }

  clear(peer: number): void {
    if (this.obstacles[peer] === 0) return; // it was forgotten meanwhile
    if (--this.obstacles[peer]! === 0 && (this.due[peer] as number) > 0) this.#enter(peer);
  }

  /** Forgets everything of a peer. */
  forget(peer: number): void {
    if (peer >= this.due.length) return;
    this.#leave(peer);
    this.due[peer] = 0;
    this.obstacles[peer] = 0;
    this.urgency[peer] = Number.POSITIVE_INFINITY;
  }

  /** Begins to hand out the peers, best first. */
  beginRound(): void {
    const size = this.#members.length;
    this.#heapSize = size;
    for (let i = 0; i < size; i++) {
      const peer = this.#members.at(i);
      this.#heap[i] = peer;
      this.#see(peer);
    }
    for (let at = (size >> 1) - 1; at >= 0; at--) this.#sift(at);
  }

  /** The best peer, or -1 at the end; `urgencyOf` knows how urgent it is now. To be called again after each request. */
  next(urgencyOf: (peer: number) => number): number {
    while (this.#heapSize > 0) {
      const peer = this.#heap[0] as number;
      if (this.#places[peer] === ABSENT) {
        this.#dropFirst();
        continue;
      }
      // Since the heap was made it may have become worse, never better. How urgent it is costs most to find out.
      const isAsSeen = this.#dueSeen[peer] === this.due[peer];
      if (isAsSeen) this.urgency[peer] = urgencyOf(peer);
      this.#see(peer);
      this.#sift(0);
      if (!isAsSeen) continue;
      if (this.#heap[0] !== peer) continue;
      this.#dropFirst();
      return peer;
    }
    return ABSENT;
  }

  #see(peer: number): void {
    this.#dueSeen[peer] = this.due[peer] as number;
    this.#urgencySeen[peer] = this.urgency[peer] as number;
  }

  #enter(peer: number): void {
    if (this.#places[peer] !== ABSENT) return;
    this.#places[peer] = this.#members.length;
    this.#members.push(peer);
  }

  #leave(peer: number): void {
    const place = this.#places[peer] as number;
    if (place === ABSENT) return;
    const last = this.#members.pop();
    this.#places[peer] = ABSENT;
    if (last === peer) return;
    this.#members.set(place, last);
    this.#places[last] = place;
  }

  #dropFirst(): void {
    const last = this.#heap[--this.#heapSize] as number;
    if (this.#heapSize === 0) return;
    this.#heap[0] = last;
    this.#sift(0);
  }

  /** Lets the peer at a place of the heap sink to where it belongs. */
  #sift(start: number): void {
    const heap = this.#heap;
    const size = this.#heapSize;
    const peer = heap[start] as number;
    let at = start;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#isBetter(heap[child + 1] as number, heap[child] as number)) child++;
      const below = heap[child] as number;
      if (!this.#isBetter(below, peer)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = peer;
  }

  #isBetter(a: number, b: number): boolean {
    const urgencyOfA = this.#urgencySeen[a] as number;
    const urgencyOfB = this.#urgencySeen[b] as number;
    if (urgencyOfA !== urgencyOfB) return urgencyOfA < urgencyOfB;
    if (this.isFar[a] !== this.isFar[b]) return this.isFar[a] === 0;
    const amounts = (this.#dueSeen[a] as number) - (this.#dueSeen[b] as number);
    return amounts === 0 ? a < b : amounts > 0;
  }
}
