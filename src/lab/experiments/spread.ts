// What is told of samples. Reruns on a busy machine differ by far more than a mean and a deviation would say.

export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Median and quartiles, interpolated between samples. @throws {RangeError} without samples */
export function spreadOf(samples: readonly number[]): Spread {
  if (samples.length === 0) throw new RangeError("Cannot tell a median: there are no samples, must be at least one");
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), lower: quantile(sorted, 0.25), upper: quantile(sorted, 0.75) };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

/** The mean of ratios: of 2 and 1/2 it is 1. @throws {RangeError} without numbers, or if one is not above 0 */
export function geometricMean(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new RangeError("Cannot tell a mean: there are no numbers, must be at least one");
  const bad = numbers.find((each) => !(each > 0));
  if (bad !== undefined) throw new RangeError(`Cannot tell a geometric mean: a number is ${bad}, must be above 0`);
  return Math.exp(numbers.reduce((sum, each) => sum + Math.log(each), 0) / numbers.length);
}
