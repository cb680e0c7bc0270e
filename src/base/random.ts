// Seeded random numbers: the same seed gives the same run, in every engine.

/** A source of random numbers that its seed decides. */
export interface Random {
  /** A whole number in [0, bound), uniform; `bound` from 1 to 2^32. */
  below(bound: number): number;
}

/** mulberry32: 32 bits of state, period 2^32; good enough to place tasks, not for secrets. Source: T. Ettinger, 2017, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(bound: number): number {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * bound);
    },
  };
}
