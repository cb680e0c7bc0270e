// Which row something is drawn in: things that overlap in time stand in different rows.

/** Microseconds by which times may be off. */
const TOLERANCE = 5;

/**
 * A lane for each of these, all of one worker: the first that is free when it starts. There are at most `most`; what
 * overlaps all of them goes to the lane that is free next.
 */
export function assignLanes(
  start: ArrayLike<number>,
  duration: ArrayLike<number>,
  most = Number.POSITIVE_INFINITY,
): Int32Array {
  const order = Array.from(start, (_, i) => i).sort((a, b) => (start[a] as number) - (start[b] as number));
  const free: number[] = [];
  const lanes = new Int32Array(start.length);
  for (const i of order) {
    const from = start[i] as number;
    let lane = free.findIndex((time) => time <= from + TOLERANCE);
    if (lane < 0) lane = free.length < most ? free.length : free.indexOf(Math.min(...free));
    free[lane] = Math.max(free[lane] ?? 0, from + (duration[i] as number));
    lanes[i] = lane;
  }
  return lanes;
}
