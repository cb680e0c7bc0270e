// Rows that cannot be read: what is said about them, and where they are.
import type { Dialect } from "./dialect.ts";
import { unitBytes, unitKinds, unitsOf } from "./dialect.ts";
import { ENDS, Kind, NEXT, State } from "./states.ts";

export interface BadRow {
  /** Counted from 1; the header, comments and empty lines are not counted. */
  readonly row: number;
  /** Of the row's first byte, from the beginning of the file. */
  readonly byteOffset: number;
  readonly reason: string;
}

/** The row's place in its slice, empty lines not counted. */
export interface Fault {
  readonly row: number;
  readonly reason: string;
}

/** What the file looks like around its rows: found by the automaton, since papaparse does not tell where rows begin. */
export interface Place {
  /** Bytes of the slice, which begins with a record. */
  readonly bytes: Uint8Array;
  readonly dialect: Dialect;
  /** Where the slice begins, and how many rows stand before it. */
  readonly start: number;
  readonly rowsBefore: number;
}

/** Where the rows are that `faults`, in order, are about. */
export function locate(faults: readonly Fault[], { bytes, dialect, start, rowsBefore }: Place): readonly BadRow[] {
  const found: BadRow[] = [];
  let next = 0;
  for (const { row, at } of recordsOf(bytes, dialect)) {
    if (row === undefined) continue;
    while (faults[next]?.row === row) {
      const { reason } = faults[next++] as Fault;
      found.push({ row: rowsBefore + row + 1, byteOffset: start + at, reason });
    }
    if (next === faults.length) break;
  }
  return found;
}

/** Lines that are not comments: where each begins, and its number among the rows; undefined for an empty line. */
export function* recordsOf(
  bytes: Uint8Array,
  dialect: Dialect,
): Generator<{ readonly row: number | undefined; readonly at: number }> {
  const units = unitsOf(bytes, dialect);
  const { table, rest } = unitKinds(dialect);
  const each = unitBytes(dialect);
  let state: State = State.record;
  let row = 0;
  let at = 0;
  for (let i = 0; i < units.length; i++) {
    const kind = table[units[i] as number] as number;
    const isWhole = kind !== Kind.delimiter || rest.every((unit, k) => units[i + 1 + k] === unit);
    const ended = kind === Kind.end ? ENDS[state] : 0;
    if (ended === 1) yield { row: row++, at: at * each };
    if (ended === 2) yield { row: undefined, at: at * each };
    if (ended !== 0) at = i + 1;
    state = NEXT[(state << 3) | (isWhole ? kind : Kind.other)] as State;
    if (isWhole && kind === Kind.delimiter) i += rest.length;
  }
  if (state !== State.record && state !== State.comment) {
    yield { row: state === State.emptyLine ? undefined : row, at: at * each };
  }
}
