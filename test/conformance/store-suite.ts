// What every store must do, whatever is behind it. Yours too: `describeStore(runner, "mine", async ({ room }) => ...)`.
import { expect } from "chai";
import type { Store, StoreEntry, StoreFailure } from "../../src/storage/store.ts";
import { StoreError } from "../../src/storage/store.ts";
import type { Runner } from "../support/runner.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

export interface OpenedStore {
  readonly store: Store;
  /** Closes it and removes what it left. */
  dispose(): Promise<void>;
}

/** Opens a store that is empty and, where `room` is given, full when it holds that many bytes, give or take 4 KiB. */
export type OpenStore = (options: { readonly room?: number }) => Promise<OpenedStore>;

export function describeStore({ describe, it }: Runner, title: string, open: OpenStore): void {
  describe(`${title} keeps the contract of stores`, () => {
    itWithStore("gives back what was written, part by part", async (store) => {
      const parts = [bytes(1, 3), bytes(2, 100 * KIB), bytes(3, 5), bytes(4, 7), bytes(5, 70 * KIB)];
      await store.write([{ key: 1, parts }]);
      expectSame(await store.read([1]), [parts]);
    });

    itWithStore("keeps parts without bytes, and entries without parts", async (store) => {
      const entries = [[bytes(1, 0)], [], [bytes(2, 4), bytes(3, 0), bytes(4, 4)], [bytes(5, 70 * KIB), bytes(6, 0)]];
      await store.write(entries.map((parts, key) => ({ key, parts })));
      expectSame(await store.read([0, 1, 2, 3]), entries);
    });

    for (const size of [
      1,
      511,
      512,
      513,
      64 * KIB - 1,
      64 * KIB,
      64 * KIB + 1,
      256 * KIB,
      256 * KIB + 1,
      MIB,
      16 * MIB,
    ]) {
      itWithStore(`gives back a value of ${size} bytes`, async (store) => {
        const parts = [bytes(size, size)];
        await store.write([{ key: 7, parts }]);
        expectSame(await store.read([7]), [parts]);
      });
    }

    itWithStore(
      "gives a large part with a head in buffers of their own, whatever becomes of those written or read",
      async (store) => {
        const written = [bytes(1, 40), bytes(2, 100 * KIB)];
        await store.write([{ key: 1, parts: written }]);
        for (const part of written) part.fill(0);
        const [first] = await store.read([1]);
        expectSame([first], [[bytes(1, 40), bytes(2, 100 * KIB)]]);
        for (const part of first ?? []) {
          expect(part.buffer.byteLength).to.equal(part.length);
          part.fill(0);
        }
        expectSame(await store.read([1]), [[bytes(1, 40), bytes(2, 100 * KIB)]]);
      },
    );

    itWithStore("keeps many entries apart, of one batch and of several", async (store) => {
      const entries = Array.from({ length: 400 }, (_, key) => entryOf(key, (key * 37) % 2000));
      for (let i = 0; i < entries.length; i += 100) await store.write(entries.slice(i, i + 100));
      const keys = entries.map(({ key }) => key).reverse();
      expectSame(
        await store.read(keys),
        keys.map((key) => entries[key]?.parts),
      );
    });

    itWithStore("answers undefined for a key that it does not know, in its place", async (store) => {
      await store.write([entryOf(1, 10), entryOf(3, 70 * KIB)]);
      const found = await store.read([9, 3, 2, 1]);
      expect(found.map((parts) => parts?.[0]?.length)).to.deep.equal([undefined, 70 * KIB, undefined, 10]);
      expect(await store.read([])).to.deep.equal([]);
    });

    itWithStore("forgets what is deleted, and nothing else; unknown keys do no harm", async (store) => {
      const entries = [entryOf(1, 10), entryOf(2, 70 * KIB), entryOf(3, 10), entryOf(4, 70 * KIB)];
      await store.write(entries);
      await store.delete([1, 2, 77]);
      await store.delete([]);
      await store.delete([1]);
      expectSame(await store.read([1, 2, 3, 4]), [undefined, undefined, entries[2]?.parts, entries[3]?.parts]);
    });

    itWithStore("gives each part a buffer of its own, each time it is read", async (store) => {
      const whole = bytes(1, 300 * KIB);
      const parts = [
        whole.subarray(0, 5),
        whole.subarray(5, 10),
        whole.subarray(10, 200 * KIB),
        whole.subarray(200 * KIB),
      ];
      await store.write([{ key: 1, parts }]);
      const first = (await store.read([1, 1])).flatMap((each) => each ?? []);
      const buffers = first.map(({ buffer }) => buffer);
      expect(new Set(buffers).size).to.equal(8);
      expect(first.map(({ buffer }) => buffer.byteLength)).to.deep.equal(first.map(({ length }) => length));
      for (const part of first) part.fill(0);
      expectSame(await store.read([1]), [parts]);
    });

    itWithStore("has its own copy when `write` has resolved, and leaves the caller's bytes alone", async (store) => {
      for (const [key, size] of [10, 100 * KIB].entries()) {
        const part = bytes(1, size);
        const whole = new Uint8Array(size + 8);
        whole.set(part, 4);
        await store.write([{ key, parts: [whole.subarray(4, 4 + size)] }]);
        expect(whole.length).to.equal(size + 8);
        whole.fill(0);
        expectSame(await store.read([key]), [[part]]);
      }
    });

    itWithStore("does what is asked at the same time", async (store) => {
      const entries = Array.from({ length: 24 }, (_, key) => entryOf(key, ((key % 4) + 1) * 40 * KIB));
      const round = async ({ key, parts }: StoreEntry): Promise<void> => {
        await store.write([{ key, parts }]);
        const [found, again] = await Promise.all([store.read([key]), store.read([key])]);
        expectSame([...found, ...again], [parts, parts]);
        if (key % 2 === 0) await store.delete([key]);
      };
      await Promise.all(entries.map(round));
      expectSame(
        await store.read(entries.map(({ key }) => key)),
        entries.map(({ key, parts }) => (key % 2 === 0 ? undefined : parts)),
      );
    });

    itWithStore("ends a read well that began before its entry was deleted and others took its room", async (store) => {
      const old = [entryOf(1, 600 * KIB), entryOf(2, 600 * KIB)];
      await store.write(old);
      const reading = store.read([1, 2]);
      const deleting = store.delete([1, 2]);
      const writing = store.write([entryOf(3, 600 * KIB), entryOf(4, 600 * KIB)]);
      expectSame(
        await reading,
        old.map(({ parts }) => parts),
      );
      await Promise.all([deleting, writing]);
    });

    itFull("refuses a batch that does not fit as `full`, and keeps none of it", 600 * KIB, async (store) => {
      const kept = entryOf(1, 300 * KIB);
      await store.write([kept]);
      await expectFailure(store.write([entryOf(2, 100 * KIB), entryOf(3, 500 * KIB), entryOf(4, 10)]), "full");
      expectSame(await store.read([1, 2, 3, 4]), [kept.parts, undefined, undefined, undefined]);
      await store.write([entryOf(5, 200 * KIB)]);
      expect((await store.read([5]))[0]).to.have.length(1);
    });

    itFull("uses the room again of what was deleted", 400 * KIB, async (store) => {
      for (let round = 0; round < 20; round++) {
        const entries = [
          entryOf(round * 3, 100 * KIB),
          entryOf(round * 3 + 1, 80 * KIB),
          entryOf(round * 3 + 2, 150 * KIB),
        ];
        await store.write(entries);
        const keys = entries.map(({ key }) => key);
        expectSame(
          await store.read(keys),
          entries.map(({ parts }) => parts),
        );
        await store.delete(keys);
      }
    });

    itWithStore("rejects everything after `close`, which can be called again", async (store) => {
      await store.write([entryOf(1, 10)]);
      await store.close();
      await store.close();
      await expectFailure(store.write([entryOf(2, 10)]), "unavailable");
      await expectFailure(store.read([1]), "unavailable");
      await expectFailure(store.delete([1]), "unavailable");
    });

    itWithStore("lets what has begun end before it is closed", async (store) => {
      const entry = entryOf(1, 2 * MIB);
      await store.write([entry]);
      const reading = store.read([1]);
      const writing = store.write([entryOf(2, 2 * MIB)]);
      await store.close();
      expectSame(await reading, [entry.parts]);
      await writing;
    });
  });

  function itWithStore(name: string, body: (store: Store) => Promise<void>): void {
    itFull(name, undefined, body);
  }

  function itFull(name: string, room: number | undefined, body: (store: Store) => Promise<void>): void {
    it(name, async () => {
      const { store, dispose } = await open(room === undefined ? {} : { room });
      try {
        await body(store);
      } finally {
        await dispose();
      }
    });
  }
}

/** Bytes that tell where they came from. */
export function bytes(seed: number, length: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) out[i] = (seed * 31 + i * 7 + (i >> 8)) & 255;
  return out;
}

export function entryOf(key: number, size: number): StoreEntry {
  return { key, parts: [bytes(key, size)] };
}

type Found = readonly (readonly Uint8Array[] | undefined)[];

/** Byte by byte, and without a report of megabytes when they differ. */
export function expectSame(found: Found, wanted: Found): void {
  expect(found.length).to.equal(wanted.length);
  found.forEach((parts, i) => {
    const lengths = (each: readonly Uint8Array[] | undefined) => each?.map(({ length }) => length);
    expect(lengths(parts), `lengths of entry ${i}`).to.deep.equal(lengths(wanted[i]));
    parts?.forEach((part, j) => {
      const other = wanted[i]?.[j] as Uint8Array;
      let at = 0;
      while (at < part.length && part[at] === other[at]) at++;
      if (at < part.length) throw new Error(`part ${j} of entry ${i} came back changed at byte ${at}`);
    });
  });
}

export async function expectFailure(work: Promise<unknown>, failure: StoreFailure): Promise<StoreError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) throw new Error(`must reject with a StoreError, was ${String(error)}`);
  expect(error.failure).to.equal(failure);
  expect(error.message).to.match(/^Cannot /);
  return error;
}
