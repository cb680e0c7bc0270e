// The random numbers of Python's `random.Random(seed)`: the same graph of holders here and there. The generator is the
// Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998); what is made of its words is Python's choice.

const SIZE = 624;
const SHIFT = 397;

export class PythonRandom {
  readonly #state = new Uint32Array(SIZE);
  #at = SIZE;

  /** `seed` is a whole number, 0 to 2^32 - 1. */
  constructor(seed: number) {
    this.#fillFrom(19_650_218);
    const state = this.#state;
    let i = 1;
    for (let k = 0; k < SIZE; k++) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(state[i - 1] as number), 1_664_525)) + seed;
      i = this.#wrapped(i + 1);
    }
    for (let k = 1; k < SIZE; k++) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(state[i - 1] as number), 1_566_083_941)) - i;
      i = this.#wrapped(i + 1);
    }
    state[0] = 0x8000_0000;
  }

  /** `random()`: at least 0, below 1, of 53 bits. */
  random(): number {
    const high = this.#word() >>> 5;
    const low = this.#word() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** `randint(low, high)`: both may come. */
  randint(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** `sample(items, count)`: different ones, in the order in which they were drawn. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const { length } = items;
    let setSize = 21;
    if (count > 5) setSize += 4 ** Math.ceil(Math.log(count * 3) / Math.log(4));
    return length <= setSize ? this.#sampleFromPool([...items], count) : this.#sampleWithSet(items, count);
  }

  /** `randrange(limit)`: by as many bits as the limit has, again until they are below it. */
  below(limit: number): number {
    const bits = 32 - Math.clz32(limit);
    let drawn = this.#word() >>> (32 - bits);
    while (drawn >= limit) drawn = this.#word() >>> (32 - bits);
    return drawn;
  }

  #sampleFromPool<Item>(pool: Item[], count: number): Item[] {
    const result: Item[] = [];
    for (let i = 0; i < count; i++) {
      const at = this.below(pool.length - i);
      result.push(pool[at] as Item);
      pool[at] = pool[pool.length - i - 1] as Item;
    }
    return result;
  }

  #sampleWithSet<Item>(items: readonly Item[], count: number): Item[] {
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(this.below(items.length));
    return Array.from(chosen, (at) => items[at] as Item);
  }

  #fillFrom(seed: number): void {
    const state = this.#state;
    state[0] = seed;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(1_812_433_253, mixed(state[i - 1] as number)) + i;
  }

  /** The place after the last is the second; the first takes over the last one's word. */
  #wrapped(i: number): number {
    if (i < SIZE) return i;
    this.#state[0] = this.#state[SIZE - 1] as number;
    return 1;
  }

  #word(): number {
    if (this.#at === SIZE) this.#twist();
    let word = this.#state[this.#at++] as number;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c_5680;
    word ^= (word << 15) & 0xefc6_0000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist(): void {
    const state = this.#state;
    for (let i = 0; i < SIZE; i++) {
      const bits = ((state[i] as number) & 0x8000_0000) | ((state[(i + 1) % SIZE] as number) & 0x7fff_ffff);
      const odd = (bits & 1) === 0 ? 0 : 0x9908_b0df;
      state[i] = (state[(i + SHIFT) % SIZE] as number) ^ (bits >>> 1) ^ odd;
    }
    this.#at = 0;
  }
}

const mixed = (word: number): number => word ^ (word >>> 30);
