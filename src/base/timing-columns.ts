// How workers tell when things happened, in columns: written on workers, kept as they are by the trace.
//
// Layout of a computed task: [task, run, function, start, duration]; ~function: it threw. Times are microseconds in the
// bits of 32-bit floats, the start from a base that is told beside; so a task that is near its base is exact.
// Layout of anything else (in doubles): [what, peer, results, bytes, start, duration], in microseconds from the base.

/** Integers per computed task. */
export const COMPUTED_SIZE = 5;

/** Doubles per other activity of a worker. */
export const ACTIVITY_SIZE = 6;

export const Activity = {
  /** Results came from another worker: from the question to the answer. */
  transfer: 0,
  /** Results were written to the store. */
  store: 1,
  /** Results were read from the store. */
  load: 2,
  /** The worker's own thread worked: tasks and what is around them. The duration is without the gaps. */
  work: 3,
} as const;
export type Activity = (typeof Activity)[keyof typeof Activity];

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The bits of a number as a 32-bit float. */
export function floatBits(value: number): number {
  float[0] = value;
  return bits[0] as number;
}
