// Random numbers by counting: number `index` of a seed is computed from both alone, so that any part of a sequence can be
// made anywhere. Philox 4x32-10 of Salmon, Moraes, Dror and Shaw (SC 2011).

/** Turns a counter, four words of 32 bits, into four random words, in place; the key is two words. */
export function philox(words: Uint32Array, key: number, otherKey: number): void {
  let a = (words[0] as number) | 0;
  let b = (words[1] as number) | 0;
  let c = (words[2] as number) | 0;
  let d = (words[3] as number) | 0;
  let k = key | 0;
  let l = otherKey | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(FACTOR_0, a);
    const low0 = Math.imul(FACTOR_0, a);
    const high1 = multiplyHigh(FACTOR_1, c);
    const low1 = Math.imul(FACTOR_1, c);
    a = high1 ^ b ^ k;
    b = low1;
    c = high0 ^ d ^ l;
    d = low0;
    k = (k + WEYL_0) | 0;
    l = (l + WEYL_1) | 0;
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}

const ROUNDS = 10;
// Signed, as small integers stay in engines.
const FACTOR_0 = 0xd2511f53 | 0;
const FACTOR_1 = 0xcd9e8d57 | 0;
const WEYL_0 = 0x9e3779b9 | 0;
const WEYL_1 = 0xbb67ae85 | 0;

/** The upper 32 bits of the product of two unsigned words. */
function multiplyHigh(x: number, y: number): number {
  const x0 = x & 0xffff;
  const x1 = x >>> 16;
  const y0 = y & 0xffff;
  const y1 = y >>> 16;
  // None of these sums is above 2^32 - 1: (2^16 - 1)^2 + 2 (2^16 - 1) is just that.
  const middle = (Math.imul(x1, y0) + (Math.imul(x0, y0) >>> 16)) >>> 0;
  const other = (Math.imul(x0, y1) + (middle & 0xffff)) >>> 0;
  return (Math.imul(x1, y1) + (middle >>> 16) + (other >>> 16)) | 0;
}

/** Pairs of fractions in [0, 1) with 53 random bits each, by the number of the pair. */
export class FractionPairs {
  readonly #key: number;
  readonly #otherKey: number;
  readonly #words = new Uint32Array(4);
  /** Of the last pair that was asked for. */
  first = 0;
  second = 0;

  /** @param seed a whole number from 0 to 2^53 - 1 */
  constructor(seed: number) {
    this.#key = seed | 0;
    this.#otherKey = Math.floor(seed / 2 ** 32);
  }

  go(pair: number): void {
    const words = this.#words;
    words[0] = pair;
    words[1] = pair / 2 ** 32;
    words[2] = 0;
    words[3] = 0;
    philox(words, this.#key, this.#otherKey);
    this.first = (((words[0] as number) >>> 5) * 2 ** 26 + ((words[1] as number) >>> 6)) * 2 ** -53;
    this.second = (((words[2] as number) >>> 5) * 2 ** 26 + ((words[3] as number) >>> 6)) * 2 ** -53;
  }
}
