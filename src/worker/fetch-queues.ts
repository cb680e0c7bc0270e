// What is to be fetched from each peer, most urgent first. A copy stands in the queue of each of its holders. Removal is
// lazy: a copy that is not in state fetch any more is skipped when its turn comes.
//
// Copies mostly come in the order in which they are to be fetched: then an entry is a cell with a copy and the next cell,
// in one list for all peers (benchmark B5: no object per entry or peer). Others go to a heap beside it.
import { Heap, isBefore } from "../base/heap.ts";
import { IntList } from "../base/int-list.ts";
import type { Copy } from "./copies.ts";

const NONE = -1;
/** Copies stand in chunks: one array that grows would be copied as often, and memory is time where it is touched first. */
const CHUNK_BITS = 10;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;

export class FetchQueues {
  /** By cell. */
  readonly #copies: (Copy | undefined)[][] = [];
  readonly #next = new IntList();
  #freeCell = NONE;
  /** By peer: the first and the last cell, and the priority of the last. */
  #first = new Int32Array(16).fill(NONE);
  #last = new Int32Array(16).fill(NONE);
  #lastPriority = new Float64Array(16);
  readonly #heaps = new Map<number, Heap<Copy>>();

  makeRoom(peer: number): void {
    if (peer < this.#first.length) return;
    const length = Math.max(peer + 1, 2 * this.#first.length);
    const grown = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const longer = new Int32Array(length).fill(NONE);
      longer.set(column);
      return longer;
    };
    this.#first = grown(this.#first);
    this.#last = grown(this.#last);
    const priorities = new Float64Array(length);
    priorities.set(this.#lastPriority);
    this.#lastPriority = priorities;
  }

  /** Adds the newest copy to the queue of a peer that has its place in the columns. Hot path (B5). */
  push(peer: number, copy: Copy): void {
    const last = this.#last[peer] as number;
    if (last !== NONE && copy.priority < (this.#lastPriority[peer] as number)) return this.insert(peer, copy);
    const cell = this.#newCell(copy);
    if (last === NONE) this.#first[peer] = cell;
    else this.#next.set(last, cell);
    this.#last[peer] = cell;
    this.#lastPriority[peer] = copy.priority;
  }

  /** Adds a copy that is not the newest. */
  insert(peer: number, copy: Copy): void {
    const heap = this.#heaps.get(peer) ?? new Heap<Copy>();
    this.#heaps.set(peer, heap);
    heap.push(copy);
  }

  /** The first copy in the queue of a peer. */
  peek(peer: number): Copy | undefined {
    const inRow = this.#peekRow(peer);
    const inHeap = this.#heaps.size === 0 ? undefined : this.#peekHeap(peer);
    if (inRow === undefined || inHeap === undefined) return inRow ?? inHeap;
    return isBefore(inHeap, inRow) ? inHeap : inRow;
  }

  /** Empties the queue of a peer: nothing in it is to be fetched there. */
  clear(peer: number): void {
    for (let cell = this.#first[peer] ?? NONE; cell !== NONE; ) cell = this.#freed(cell);
    this.#first[peer] = NONE;
    this.#last[peer] = NONE;
    if (this.#heaps.size > 0) this.#heaps.delete(peer);
  }

  /** All copies in the queue of a peer; it is empty afterwards. */
  takeAll(peer: number): readonly Copy[] {
    const found = new Set<Copy>();
    for (let cell = this.#first[peer] ?? NONE; cell !== NONE; cell = this.#next.at(cell)) {
      const copy = this.#copyIn(cell);
      if (copy?.state === "fetch") found.add(copy);
    }
    for (const copy of this.#heaps.get(peer) ?? []) if (copy.state === "fetch") found.add(copy);
    this.clear(peer);
    return [...found];
  }

  #peekRow(peer: number): Copy | undefined {
    for (let cell = this.#first[peer] ?? NONE; cell !== NONE; cell = this.#first[peer] as number) {
      const copy = this.#copyIn(cell);
      if (copy?.state === "fetch") return copy;
      this.#first[peer] = this.#freed(cell);
    }
    this.#last[peer] = NONE;
    return undefined;
  }

  #peekHeap(peer: number): Copy | undefined {
    const heap = this.#heaps.get(peer);
    if (heap === undefined) return undefined;
    for (let copy = heap.peek(); copy !== undefined; copy = heap.peek()) {
      if (copy.state === "fetch") return copy;
      heap.pop();
    }
    this.#heaps.delete(peer);
    return undefined;
  }

  #copyIn(cell: number): Copy | undefined {
    return this.#copies[cell >> CHUNK_BITS]?.[cell & CHUNK_MASK];
  }

  #setCopy(cell: number, copy: Copy | undefined): void {
    (this.#copies[cell >> CHUNK_BITS] as (Copy | undefined)[])[cell & CHUNK_MASK] = copy;
  }

  #newCell(copy: Copy): number {
    const cell = this.#freeCell;
    if (cell === NONE) {
      this.#next.push(NONE);
      const fresh = this.#next.length - 1;
      if ((fresh & CHUNK_MASK) === 0) this.#copies.push(new Array(CHUNK_MASK + 1).fill(undefined));
      this.#setCopy(fresh, copy);
      return fresh;
    }
    this.#freeCell = this.#next.at(cell);
    this.#next.set(cell, NONE);
    this.#setCopy(cell, copy);
    return cell;
  }

  /** Frees a cell and returns the one behind it. */
  #freed(cell: number): number {
    const next = this.#next.at(cell);
    this.#setCopy(cell, undefined);
    this.#next.set(cell, this.#freeCell);
    this.#freeCell = cell;
    return next;
  }
}
