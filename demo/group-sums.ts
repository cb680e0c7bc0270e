// Sums and counts by group: small enough to travel, and the same whatever the order in which they are added.

/** Group `names[i]` has `counts[i]` flights that were `sums[i]` minutes late together. Whole numbers, so sums are exact. */
export interface GroupSums {
  readonly names: readonly string[];
  readonly counts: Float64Array;
  readonly sums: Float64Array;
}

/** Row i belongs to group `codes[i]`. */
export function sumByCode(names: readonly string[], codes: ArrayLike<number>, values: ArrayLike<number>): GroupSums {
  const counts = new Float64Array(names.length);
  const sums = new Float64Array(names.length);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    counts[code] = (counts[code] as number) + 1;
    sums[code] = (sums[code] as number) + (values[i] as number);
  }
  return { names, counts, sums };
}

export function addSums(a: GroupSums, b: GroupSums): GroupSums {
  const names = [...new Set([...a.names, ...b.names])];
  const place = new Map(names.map((name, i) => [name, i]));
  const counts = new Float64Array(names.length);
  const sums = new Float64Array(names.length);
  for (const part of [a, b]) {
    part.names.forEach((name, i) => {
      const at = place.get(name) as number;
      counts[at] = (counts[at] as number) + (part.counts[i] as number);
      sums[at] = (sums[at] as number) + (part.sums[i] as number);
    });
  }
  return { names, counts, sums };
}

/** A group with its mean. */
export interface GroupMean {
  readonly name: string;
  readonly count: number;
  readonly mean: number;
}

/** The groups that have any rows. */
export function meansOf({ names, counts, sums }: GroupSums): GroupMean[] {
  return names
    .map((name, i) => ({ name, count: counts[i] as number, mean: (sums[i] as number) / (counts[i] as number) }))
    .filter(({ count }) => count > 0);
}

/** Whether both hold the same groups with the same counts and sums, bit for bit; order and empty groups do not matter. */
export function areSame(a: GroupSums, b: GroupSums): boolean {
  const rows = ({ names, counts, sums }: GroupSums): string =>
    names
      .map((name, i) => `${name} ${counts[i]} ${sums[i]}`)
      .filter((_, i) => counts[i] !== 0)
      .sort()
      .join("\n");
  return rows(a) === rows(b);
}
