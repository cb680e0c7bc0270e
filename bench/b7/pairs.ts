// One store beside the bare use of what it is made of: the same values, the same batches, in turn, in one thread.
import type { Store } from "../../src/storage/store.ts";
import { collectGarbage } from "../measure.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
export const SIZES = [64 * KIB, 256 * KIB, MIB, 4 * MIB, 16 * MIB] as const;
const PAIRS = 15;
const WARM_UPS = 2;
/** Where a batch takes no time, what is to be measured is code that was compiled. */
const QUICK_WARM_UPS = 10;
/** Bytes that a sample moves at least, where a batch is over in no time. */
const QUICK_SAMPLE = 32 * MIB;
/** What a codec would put before a value. */
const HEAD = 40;

/** The best plain use of the same thing: values by number, one batch at a time, a fresh buffer per read. */
export interface BareStore {
  write(values: readonly Uint8Array<ArrayBuffer>[]): Promise<void>;
  /** As many as were written, each of `size` bytes. */
  read(count: number, size: number): Promise<readonly Uint8Array[]>;
  delete(count: number): Promise<void>;
}

/** Milliseconds per value, one number per pair. */
export interface Times {
  readonly write: number[];
  readonly read: number[];
}
export interface Pairs {
  readonly size: number;
  readonly batch: number;
  readonly ours: Times;
  readonly bare: Times;
}

/** @param isQuick several batches make one sample */
export async function measurePairs(store: Store, bare: BareStore, isQuick: boolean): Promise<Pairs[]> {
  const out: Pairs[] = [];
  let key = 0;
  for (const size of SIZES) {
    const batch = Math.max(1, Math.min(16, (8 * MIB) / size));
    const repeats = isQuick ? Math.ceil(QUICK_SAMPLE / (batch * size)) : 1;
    const values = Array.from({ length: batch }, () => randomBytes(size));
    const head = randomBytes(HEAD);
    const pairs: Pairs = { size, batch, ours: { write: [], read: [] }, bare: { write: [], read: [] } };
    const runOurs = async (): Promise<readonly [number, number]> => {
      const entries = values.map((value) => ({ key: ++key, parts: [head, value] }));
      const keys = entries.map((entry) => entry.key);
      const start = performance.now();
      await store.write(entries);
      const written = performance.now();
      const found = await store.read(keys);
      const end = performance.now();
      for (const parts of found) mustBe(parts?.[1], size);
      await store.delete(keys);
      return [written - start, end - written];
    };
    const runBare = async (): Promise<readonly [number, number]> => {
      const start = performance.now();
      await bare.write(values);
      const written = performance.now();
      const found = await bare.read(batch, size);
      const end = performance.now();
      for (const value of found) mustBe(value, size);
      await bare.delete(batch);
      return [written - start, end - written];
    };
    for (let round = isQuick ? -QUICK_WARM_UPS : -WARM_UPS; round < PAIRS; round++) {
      const sides = [
        { run: runOurs, times: pairs.ours },
        { run: runBare, times: pairs.bare },
      ];
      for (const { run, times } of round % 2 === 0 ? sides : sides.reverse()) {
        let [write, read] = [0, 0];
        collectGarbage();
        for (let batches = 0; batches < repeats; batches++) {
          const [writing, reading] = await run();
          write += writing;
          read += reading;
        }
        if (round < 0) continue;
        times.write.push(write / repeats / batch);
        times.read.push(read / repeats / batch);
      }
    }
    out.push(pairs);
  }
  return out;
}

function mustBe(value: Uint8Array | undefined, size: number): void {
  if (value?.length !== size || value.buffer.byteLength !== size) throw new Error(`must read ${size} bytes`);
}

/** Nothing can make them smaller. */
function randomBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return bytes;
}
