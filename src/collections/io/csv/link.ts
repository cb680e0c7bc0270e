// What the slices of a file are, once the state in which each begins is known: where its first record begins, and how many
// rows stand before it.
import type { Lane, SliceScan } from "./scan.ts";
import { isOpenRow, State } from "./states.ts";

/** Slice i holds the records that begin at bytes `starts[i]` to `starts[i + 1]` of the file. */
export interface Links {
  readonly starts: Float64Array;
  /** Rows of the file before slice i; the last entry: all of them. */
  readonly rows: Float64Array;
  /** Empty lines of the file before slice i; the last entry: all of them. */
  readonly emptyLines: Float64Array;
  /** How lines end: all alike, or not. */
  readonly newline: "\n" | "\r\n" | "mixed";
}

/** @param offsets where each slice begins, and where the last one ends */
export function linkSlices(scans: readonly SliceScan[], offsets: ArrayLike<number>): Links {
  const count = scans.length;
  const starts = new Float64Array(count + 1);
  const rows = new Float64Array(count + 1);
  const emptyLines = new Float64Array(count + 1);
  let state: State = State.record;
  const total = { rows: 0, emptyLines: 0, pairs: 0, singles: 0 };
  for (let i = 0; i < count; i++) {
    const lane: Lane | undefined = (scans[i] as SliceScan)[state];
    if (lane === undefined) throw new Error(`Cannot link slice ${i}: it was not scanned from state ${state}`);
    starts[i] = lane.first < 0 ? -1 : (offsets[i] as number) + lane.first;
    rows[i] = total.rows + lane.rowsBefore;
    emptyLines[i] = total.emptyLines + lane.emptyBefore;
    total.rows += lane.rows;
    total.emptyLines += lane.emptyLines;
    total.pairs += lane.pairs;
    total.singles += lane.singles;
    state = lane.end;
  }
  starts[count] = offsets[count] as number;
  rows[count] = total.rows + (isOpenRow(state) ? 1 : 0);
  emptyLines[count] = total.emptyLines + (state === State.emptyLine ? 1 : 0);
  for (let i = count - 1; i >= 0; i--) {
    if (starts[i] !== -1) continue; // a record reaches over the whole slice
    starts[i] = starts[i + 1] as number;
    rows[i] = rows[i + 1] as number;
    emptyLines[i] = emptyLines[i + 1] as number;
  }
  return { starts, rows, emptyLines, newline: total.pairs === 0 ? "\n" : total.singles === 0 ? "\r\n" : "mixed" };
}
