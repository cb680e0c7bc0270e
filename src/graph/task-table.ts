// The layout of a task graph in memory: columns of numbers indexed by task, and the arcs between tasks as linked
// edges. The reactor's tasks and the schedulers' facts are two tables of this class. It knows no state and no worker.
//
// Hot path (benchmarks B1 and B9). An arc is four integers side by side in `edges`:
//   [input, consumer (GONE when the consumer was removed), next arc of the same consumer, next arc of the same input]

type ColumnType = Uint8ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor | Float64ArrayConstructor;
export type ColumnTypes = Readonly<Record<string, ColumnType>>;
export type Columns<Types extends ColumnTypes> = { [Name in keyof Types]: InstanceType<Types[Name]> };

/** No arc, no task. */
export const NONE = -1;
const GONE = -1;
const CONSUMER = 1;
const NEXT_INPUT = 2;
const NEXT_CONSUMER = 3;
const EDGE_SIZE = 4;
/** Arcs without a consumer that are counted at most. */
const MOST_GONE = 0xffff;
/** Many small reservations must not copy everything each time; a large one gets what it asks for. */
const RESERVE_FACTOR = 1.25;

/**
 * Rows with the columns named in `types`, and the arcs between rows. Storage doubles when full; `reserve` makes room
 * for a known number at once. Read columns through `columns` each time: growing replaces the arrays.
 */
export class TaskTable<Types extends ColumnTypes> {
  readonly columns: Columns<Types>;
  /** First arc into the row (its first input), or NONE. */
  firstInput = new Int32Array(0);
  /** Last added arc out of the row, or NONE. */
  firstConsumer = new Int32Array(0);
  /** Rows, not yet removed, that take this row's output; a row that takes it twice counts twice. */
  consumers = new Int32Array(0);
  /** Arcs out of the row whose consumer was removed and which are not swept yet. */
  #gone = new Uint16Array(0);
  /** See the head of this file. */
  edges = new Int32Array(0);
  #edgesUsed = 0;
  #freeEdge = NONE;
  #freeRows: number[] = [];
  #restingRows: number[] = [];
  #rowsUsed = 0;
  readonly #types: Types;

  constructor(types: Types) {
    this.#types = types;
    this.columns = Object.fromEntries(
      Object.entries(types).map(([name, type]) => [name, new type(0)]),
    ) as Columns<Types>;
    this.reserve(64, 64);
  }

  /** Rows there is room for; every id below is safe to read. */
  get capacity(): number {
    return this.firstInput.length;
  }

  /** Bytes held by columns and arcs. */
  get byteLength(): number {
    let bytes = this.firstInput.byteLength * 3 + this.#gone.byteLength + this.edges.byteLength;
    for (const column of Object.values(this.columns)) bytes += column.byteLength;
    return bytes + 8 * (this.#freeRows.length + this.#restingRows.length);
  }

  /** Makes room for `rows` more rows and `arcs` more arcs than are in use. */
  reserve(rows: number, arcs: number): void {
    this.#growRows(this.#rowsUsed + Math.max(0, rows - this.#freeRows.length), RESERVE_FACTOR);
    this.#growEdges(this.#edgesUsed + arcs * EDGE_SIZE, RESERVE_FACTOR);
  }

  /** Makes as much room as a table with which this one shares ids has. */
  matchRoom(rows: number, arcs: number): void {
    this.#growRows(rows, 1);
    this.#growEdges(arcs * EDGE_SIZE, 1);
  }

  /** Arcs there is room for. */
  get arcCapacity(): number {
    return this.edges.length / EDGE_SIZE;
  }

  /** Makes room for row `id`, whose number somebody else gave. */
  ensure(id: number): void {
    if (id >= this.capacity) this.#growRows(id + 1, 2);
    if (id >= this.#rowsUsed) this.#rowsUsed = id + 1;
  }

  /** Takes a row that nobody uses. Its columns hold what they held before. */
  allocate(): number {
    const free = this.#freeRows.pop();
    if (free !== undefined) return free;
    if (this.#rowsUsed === this.capacity) this.#growRows(this.#rowsUsed + 1, 2);
    return this.#rowsUsed++;
  }

  /** Gives a removed row back; it is used again only after the next `endTurn`. */
  giveBack(id: number): void {
    this.#restingRows.push(id);
  }

  /** Lets rows given back since the last call be used again. */
  endTurn(): void {
    if (this.#restingRows.length === 0) return;
    if (this.#freeRows.length === 0) {
      const swap = this.#freeRows;
      this.#freeRows = this.#restingRows.reverse();
      this.#restingRows = swap;
      return;
    }
    for (let i = this.#restingRows.length - 1; i >= 0; i--) this.#freeRows.push(this.#restingRows[i] as number);
    this.#restingRows = [];
  }

  /** Takes the rows given back since the last call of this or `endTurn`: they are used again when they are freed. */
  takeResting(): readonly number[] {
    const rows = this.#restingRows;
    if (rows.length > 0) this.#restingRows = [];
    return rows;
  }

  /** Lets rows that were taken while they rested be used again. */
  free(rows: readonly number[]): void {
    for (let i = rows.length - 1; i >= 0; i--) this.#freeRows.push(rows[i] as number);
  }

  /** Starts row `id` without arcs. */
  clearArcs(id: number): void {
    this.firstInput[id] = NONE;
    this.firstConsumer[id] = NONE;
    this.consumers[id] = 0;
    this.#gone[id] = 0;
  }

  /** Adds an arc from `input` to `consumer` after the arc `previous` of the same consumer (NONE for the first); returns the arc. */
  link(consumer: number, input: number, previous: number): number {
    let edge = this.#freeEdge;
    if (edge === NONE) {
      edge = this.#edgesUsed;
      if (edge === this.edges.length) this.#growEdges(edge + EDGE_SIZE, 2);
      this.#edgesUsed += EDGE_SIZE;
    } else {
      this.#freeEdge = this.edges[edge + NEXT_CONSUMER] as number;
    }
    const edges = this.edges;
    edges[edge] = input;
    edges[edge + CONSUMER] = consumer;
    edges[edge + NEXT_INPUT] = NONE;
    edges[edge + NEXT_CONSUMER] = this.firstConsumer[input] as number;
    this.firstConsumer[input] = edge;
    this.consumers[input]!++;
    if (previous === NONE) this.firstInput[consumer] = edge;
    else edges[previous + NEXT_INPUT] = edge;
    return edge;
  }

  inputOf(edge: number): number {
    return this.edges[edge] as number;
  }

  /** The consumer at the end of an arc, or NONE when it was removed. */
  consumerOf(edge: number): number {
    return this.edges[edge + CONSUMER] as number;
  }

  nextInput(edge: number): number {
    return this.edges[edge + NEXT_INPUT] as number;
  }

  nextConsumer(edge: number): number {
    return this.edges[edge + NEXT_CONSUMER] as number;
  }

  /** Removes the arcs of a row that has no consumers any more. */
  unlink(id: number): void {
    for (let edge = this.firstInput[id] as number; edge !== NONE; edge = this.nextInput(edge)) {
      const input = this.inputOf(edge);
      this.edges[edge + CONSUMER] = GONE;
      this.consumers[input]!--;
      const gone = ++this.#gone[input]!;
      // An input that outlives many consumers would keep all their arcs: sweep when most of them are gone.
      const isMost = gone > 64 && gone > 2 * (this.consumers[input] as number);
      if (isMost || gone === MOST_GONE) this.#sweeps.push(input);
    }
    this.firstInput[id] = NONE;
    this.#freeConsumerArcs(id);
    while (this.#sweeps.length > 0) this.#sweep(this.#sweeps.pop() as number);
  }

  readonly #sweeps: number[] = [];

  #sweep(input: number): void {
    let kept = NONE;
    let edge = this.firstConsumer[input] as number;
    this.firstConsumer[input] = NONE;
    while (edge !== NONE) {
      const next = this.nextConsumer(edge);
      if (this.consumerOf(edge) === GONE) {
        this.#freeArc(edge);
      } else {
        this.edges[edge + NEXT_CONSUMER] = NONE;
        if (kept === NONE) this.firstConsumer[input] = edge;
        else this.edges[kept + NEXT_CONSUMER] = edge;
        kept = edge;
      }
      edge = next;
    }
    this.#gone[input] = 0;
  }

  #freeConsumerArcs(id: number): void {
    let edge = this.firstConsumer[id] as number;
    while (edge !== NONE) {
      const next = this.nextConsumer(edge);
      this.#freeArc(edge);
      edge = next;
    }
    this.firstConsumer[id] = NONE;
    this.#gone[id] = 0;
  }

  #freeArc(edge: number): void {
    this.edges[edge + NEXT_CONSUMER] = this.#freeEdge;
    this.#freeEdge = edge;
  }

  #growRows(needed: number, factor: number): void {
    if (needed <= this.capacity) return;
    const capacity = Math.max(needed, Math.ceil(this.capacity * factor));
    for (const name of Object.keys(this.#types) as (keyof Types & string)[]) {
      const grown = new (this.#types[name] as Int32ArrayConstructor)(capacity);
      grown.set(this.columns[name]);
      this.columns[name] = grown as Columns<Types>[typeof name];
    }
    this.firstInput = grownInts(this.firstInput, capacity);
    this.firstConsumer = grownInts(this.firstConsumer, capacity);
    this.consumers = grownInts(this.consumers, capacity);
    const gone = new Uint16Array(capacity);
    gone.set(this.#gone);
    this.#gone = gone;
  }

  #growEdges(needed: number, factor: number): void {
    if (needed <= this.edges.length) return;
    const arcs = Math.ceil((this.edges.length / EDGE_SIZE) * factor);
    this.edges = grownInts(this.edges, Math.max(needed, arcs * EDGE_SIZE));
  }
}

function grownInts(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(old);
  return grown;
}
