// Rows in the order of the partitions that they go to, so that each piece is one stretch.

export interface SplitOrder {
  readonly rows: Uint32Array;
  /** The rows of target t are `rows[starts[t] .. starts[t + 1])`, in the order in which they were. */
  readonly starts: Uint32Array;
}

/** Row r goes to target `hashes[r] % targets`. */
export function orderByTarget(hashes: Uint32Array, targets: number): SplitOrder {
  return orderOf(
    hashes.map((hash) => hash % targets),
    targets,
  );
}

/** Row r goes to `target[r]`. */
export function orderOf(target: Uint32Array, targets: number): SplitOrder {
  const starts = new Uint32Array(targets + 1);
  for (let row = 0; row < target.length; row++) {
    const next = (target[row] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let at = 1; at <= targets; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const free = starts.slice();
  const rows = new Uint32Array(target.length);
  for (let row = 0; row < target.length; row++) {
    const at = target[row] as number;
    rows[free[at] as number] = row;
    free[at] = (free[at] as number) + 1;
  }
  return { rows, starts };
}

export const rowsOfTarget = ({ rows, starts }: SplitOrder, target: number): Uint32Array =>
  rows.subarray(starts[target], starts[target + 1]);
