// How long values take from one thread to another by each way, both sides together: to write and to read. Runs in any
// host, in one thread: what a port adds is the same for all ways.
import { decode, encode } from "@msgpack/msgpack";
import { packValue } from "../../src/codec/pack.ts";
import { shipValue } from "../../src/codec/ship.ts";
import { sizeOf } from "../../src/codec/size.ts";
import { unpackValue } from "../../src/codec/unpack.ts";
import { BufferPool } from "../../src/worker/buffer-pool.ts";

export interface Timing {
  readonly value: string;
  readonly way: string;
  /** Microseconds. */
  readonly samples: readonly number[];
}

const ROWS = 100_000;
const ROUNDS = 7;
const array = <T>(length: number, item: (i: number) => T): T[] => Array.from({ length }, (_, i) => item(i));
const rows = (count: number) => array(count, (i) => ({ id: i, price: i + 0.5, name: `row number ${i}`, tag: "abc" }));

/** Measures all ways in turn, each after a pause in which garbage and messages have time to go. */
export async function measureWays(): Promise<readonly Timing[]> {
  const timings: Timing[] = [];
  for (const [value, ways] of [...objectWays(), ...bufferWays()]) {
    const samples = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
    for (let round = -2; round < ROUNDS; round++) {
      for (const [way, run] of Object.entries(ways)) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const start = performance.now();
        run();
        const time = 1000 * (performance.now() - start);
        if (round >= 0) samples.get(way)?.push(time);
      }
    }
    for (const [way, each] of samples) timings.push({ value, way, samples: each });
  }
  return timings;
}

type Ways = readonly (readonly [string, Readonly<Record<string, () => unknown>>])[];

function objectWays(): Ways {
  const values: Readonly<Record<string, unknown>> = {
    "100,000 rows": rows(ROWS),
    "1,000 rows": rows(1000),
    "10 rows": rows(10),
    "100,000 doubles": array(ROWS, (i) => i + 0.5),
    "100,000 short texts": array(ROWS, (i) => `text ${i}`),
    "a text of 1 MB": "ab".repeat(500_000),
    "a Map of 10,000": new Map(array(10_000, (i) => [`key ${i}`, { i }])),
  };
  return Object.entries(values).map(([name, value]) => [
    name,
    {
      clone: () => structuredClone(value),
      "our pack": () => unpackValue(packValue(value) ?? []),
      ...(value instanceof Map
        ? {}
        : { msgpack: () => decode(encode(value)), JSON: () => JSON.parse(JSON.stringify(value)) as unknown }),
      ...(name.endsWith(" rows")
        ? { columns: () => fromColumns(structuredCloneMoved(toColumns(value as Row[]))) }
        : {}),
      "(shipValue alone)": () =>
        shipValue(value, {
          mayMove: true,
          takeBuffer: (bytes) => new ArrayBuffer(bytes),
          detach: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
        }),
      "(sizeOf alone)": () => sizeOf(value),
    },
  ]);
}

/** A clone touches two fresh copies; ours one, fresh or warm; a move none. */
function bufferWays(): Ways {
  const pool = new BufferPool({ limit: 2 ** 30, detach: (buffer) => structuredClone(buffer, { transfer: [buffer] }) });
  return [1, 4, 16, 64, 256, 1024, 16_384].map((kilobytes) => {
    const bytes = 1024 * kilobytes;
    const value = new Float64Array(bytes / 8).fill(1);
    const ship = (takeBuffer: (bytes: number) => ArrayBuffer): Float64Array => {
      const copy = new Float64Array(takeBuffer(bytes));
      copy.set(value);
      return structuredClone(copy, { transfer: [copy.buffer] });
    };
    const moving = { value: new Float64Array(bytes / 8).fill(1) };
    return [
      `${kilobytes} KiB`,
      {
        clone: () => touch(structuredClone(value)),
        "copy, fresh": () => touch(ship((length) => new ArrayBuffer(length))),
        "copy, pooled": () => {
          const received = ship((length) => pool.take(length));
          touch(received);
          pool.give(received.buffer as ArrayBuffer);
        },
        move: () => {
          moving.value = structuredClone(moving.value, { transfer: [moving.value.buffer] });
          touch(moving.value);
        },
      },
    ];
  });
}

/** As a receiver does: reads one number of each page of memory. */
function touch(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i += 512) sum += numbers[i] as number;
  return sum;
}

interface Row {
  readonly id: number;
  readonly price: number;
  readonly name: string;
  readonly tag: string;
}
interface Columns {
  readonly id: Int32Array;
  readonly price: Float64Array;
  readonly name: Uint8Array;
  readonly tag: Uint8Array;
}

/** Rows by columns, as a table that stays in columns would be sent; the texts as lines. */
function toColumns(list: readonly Row[]): Columns {
  const lines = (texts: readonly string[]): Uint8Array => new TextEncoder().encode(texts.join("\n"));
  return {
    id: Int32Array.from(list, ({ id }) => id),
    price: Float64Array.from(list, ({ price }) => price),
    name: lines(list.map(({ name }) => name)),
    tag: lines(list.map(({ tag }) => tag)),
  };
}

function fromColumns({ id, price, name, tag }: Columns): Row[] {
  const [names, tags] = [name, tag].map((lines) => new TextDecoder().decode(lines).split("\n"));
  return array(id.length, (i) => ({
    id: id[i] as number,
    price: price[i] as number,
    name: names?.[i] as string,
    tag: tags?.[i] as string,
  }));
}

function structuredCloneMoved(columns: Columns): Columns {
  return structuredClone(columns, { transfer: Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer) });
}
