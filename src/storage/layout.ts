// Where the parts of one entry lie in its stretch of a file, and which of them travel in one call. Large parts come first
// and each begins a page: to write over pages whose edges do not match costs ten times as much (decision 0013). Small
// ones follow without gaps. Nothing here knows a file.

/** What large parts, and stretches that have some, are aligned to, in bytes. */
export const PAGE = 4_096;
/** Parts of so many bytes are large. */
export const LARGE = 8_192;

export interface Layout {
  readonly lengths: readonly number[];
  /** Of each part, from the start of the stretch. */
  readonly offsets: readonly number[];
  /** The parts that have bytes, by offset. */
  readonly order: readonly number[];
  /** All of the stretch. */
  readonly bytes: number;
  /** Of the stretch: 1 if it has no large part. */
  readonly alignment: number;
}

/** Parts that travel in one call: those at [first, end) of the order, which lie at [offset, offset + bytes). */
export interface Run {
  readonly first: number;
  readonly end: number;
  readonly offset: number;
  readonly bytes: number;
}

export function layOut(lengths: readonly number[]): Layout {
  const offsets = lengths.map(() => 0);
  const order: number[] = [];
  let bytes = 0;
  let alignment = 1;
  for (const [part, length] of lengths.entries()) {
    if (length < LARGE) continue;
    alignment = PAGE;
    bytes = Math.ceil(bytes / PAGE) * PAGE;
    offsets[part] = bytes;
    bytes += length;
    order.push(part);
  }
  for (const [part, length] of lengths.entries()) {
    if (length >= LARGE || length === 0) continue;
    offsets[part] = bytes;
    bytes += length;
    order.push(part);
  }
  return { lengths, offsets, order, bytes, alignment };
}

/** The same for one large part. */
export function layOutLone(length: number): Layout {
  return { lengths: [length], offsets: FIRST, order: FIRST, bytes: length, alignment: PAGE };
}

const FIRST: readonly number[] = [0];

/** No run is longer than `longest` bytes but those of one part; parts of `alone` bytes are alone. */
export interface RunLimits {
  readonly alone: number;
  readonly longest: number;
}

export function findRuns({ lengths, offsets, order }: Layout, { alone, longest }: RunLimits): Run[] {
  const endOf = (at: number): number => {
    const part = order[at] as number;
    return (offsets[part] as number) + (lengths[part] as number);
  };
  const isAlone = (at: number): boolean => (lengths[order[at] as number] as number) >= alone;
  const runs: Run[] = [];
  for (let first = 0; first < order.length; ) {
    const offset = offsets[order[first] as number] as number;
    let end = first + 1;
    while (end < order.length && !isAlone(end - 1) && !isAlone(end) && endOf(end) - offset <= longest) {
      end++;
    }
    runs.push({ first, end, offset, bytes: endOf(end - 1) - offset });
    first = end;
  }
  return runs;
}
