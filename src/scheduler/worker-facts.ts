// What schedulers know of workers: their cores, their load, and who has too little or too much to do. The sets are kept
// up to date with every change, so that a decision costs as much as what changed and not as much as there are workers.
import { IndexSet } from "./index-set.ts";

const EVEN = 0;
const UNDER = 1;
const OVER = 2;

/** Columns indexed by worker. A worker that is gone keeps its row: its tasks still leave it one by one. */
export class WorkerFacts {
  readonly alive = new IndexSet();
  /** Alive workers with fewer tasks than cores. */
  readonly under = new IndexSet();
  /** Alive workers with more tasks than cores, at least one of which may be moved. */
  readonly over = new IndexSet();
  cores = new Int32Array(8);
  /** Dense number of the worker's node. */
  node = new Int32Array(8);
  /** Tasks assigned to the worker and not finished. */
  load = new Int32Array(8);
  /** Those of them that must not be moved. */
  fixed = new Int32Array(8);
  #balance = new Uint8Array(8);
  readonly #nodes = new Map<number, number>();
  /** Load and cores of `under` and `over` together: what balancing can spread, and over how many cores. */
  #uneven = { load: 0, cores: 0 };

  /** Rows there is room for. */
  get capacity(): number {
    return this.cores.length;
  }

  /** Nodes ever named. */
  get nodeCount(): number {
    return this.#nodes.size;
  }

  /** Tasks per core that the under-loaded and the over-loaded workers would have if they shared evenly. */
  get evenLevel(): number {
    return this.#uneven.load / Math.max(1, this.#uneven.cores);
  }

  add(worker: number, cores: number, node: number): void {
    if (worker >= this.capacity) this.#grow(worker + 1);
    if (!this.#nodes.has(node)) this.#nodes.set(node, this.#nodes.size);
    this.cores[worker] = cores;
    this.node[worker] = this.#nodes.get(node) as number;
    this.alive.add(worker);
    this.#classify(worker, 0);
  }

  remove(worker: number): void {
    this.alive.delete(worker);
    this.#classify(worker, this.load[worker] as number);
  }

  /** Counts `load` tasks more (or fewer) on a worker, `fixed` of which must not be moved. */
  change(worker: number, load: number, fixed: number): void {
    const before = this.load[worker] as number;
    this.load[worker] = before + load;
    this.fixed[worker]! += fixed;
    this.#classify(worker, before);
  }

  #classify(worker: number, loadBefore: number): void {
    const load = this.load[worker] as number;
    const cores = this.cores[worker] as number;
    const before = this.#balance[worker] as number;
    let now = EVEN;
    if (this.alive.has(worker)) {
      if (load < cores) now = UNDER;
      else if (load > cores && load > (this.fixed[worker] as number)) now = OVER;
    }
    const uneven = this.#uneven;
    if (before !== EVEN) uneven.load -= loadBefore;
    if (now !== EVEN) uneven.load += load;
    if (before === now) return;
    if (before === EVEN) uneven.cores += cores;
    else (before === UNDER ? this.under : this.over).delete(worker);
    if (now === EVEN) uneven.cores -= cores;
    else (now === UNDER ? this.under : this.over).add(worker);
    this.#balance[worker] = now;
  }

  #grow(needed: number): void {
    const length = Math.max(needed, this.capacity * 2);
    this.cores = grown(this.cores, length);
    this.node = grown(this.node, length);
    this.load = grown(this.load, length);
    this.fixed = grown(this.fixed, length);
    const balance = new Uint8Array(length);
    balance.set(this.#balance);
    this.#balance = balance;
  }
}

function grown(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const column = new Int32Array(length);
  column.set(old);
  return column;
}
