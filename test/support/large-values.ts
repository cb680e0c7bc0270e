// Values with buffers that are large enough to be moved or copied apart, by name and at random.
import * as fc from "fast-check";
import { LARGE_BUFFER } from "../../src/codec/buffers.ts";

function bytes(length = LARGE_BUFFER): ArrayBuffer {
  const list = new Uint8Array(length);
  for (let i = 0; i < length; i++) list[i] = i;
  return list.buffer;
}

/** Made anew by each call, since some tests give the buffers away. */
export function largeValues(): Readonly<Record<string, unknown>> {
  const [one, two] = [bytes(), bytes()];
  const loop: { self?: object; data: ArrayBuffer } = { data: bytes() };
  loop.self = [loop, new Map([[loop, new Set([loop])]])];
  const list: unknown[] & { columns?: string[] } = [new Uint8Array(bytes())];
  list.length = 9;
  list[5] = undefined;
  list.columns = ["a"];
  class Point {
    readonly data = new Float64Array(bytes());
    readonly #hidden = 1;
    get sum(): number {
      return this.#hidden;
    }
  }
  return {
    "a large buffer": bytes(),
    "large views of each kind": [
      ...[new Int8Array(bytes(), 8), new Uint8Array(bytes(), 8, 100), new Uint8ClampedArray(bytes())],
      ...[
        new Int16Array(bytes(), 8, 9),
        new Uint16Array(bytes()),
        new Int32Array(bytes()),
        new Uint32Array(bytes(), 8),
      ],
      ...[
        new Float32Array(bytes()),
        new Float64Array(bytes(), 8, 9),
        new BigInt64Array(bytes()),
        new BigUint64Array(bytes(), 8),
      ],
      ...[new DataView(bytes(), 3, 5), new DataView(bytes())],
    ],
    "a large buffer shown twice": { a: new Uint8Array(one), b: [new Uint16Array(one, 2, 4), one] },
    "a view met twice": Array.from({ length: 2 }, () => new Uint8Array(two)).flatMap((view) => [view, view]),
    "a large buffer in a cycle": loop,
    "a sparse array with a large view and a name": list,
    "a Map with a large key": new Map<unknown, unknown>([
      [new Uint8Array(bytes()), 1],
      ["a", bytes()],
    ]),
    "an instance with a large view": { point: new Point() },
    "an object named __proto__": JSON.parse(`{"__proto__": {"a": 1}, "b": []}`) as object,
    "a large view under __proto__": Object.defineProperty({}, "__proto__", { value: bytes(), enumerable: true }),
    "an Error with a large cause": errorWithBuffer(),
    "an object without a prototype": Object.assign(Object.create(null) as object, { a: bytes() }),
    "large and small": { a: bytes(), b: bytes(100), c: "text", d: [1, 2], e: new Date(5) },
  };
}

function errorWithBuffer(): readonly unknown[] {
  const cause = bytes();
  return [new Error("e", { cause }), cause];
}

/** Graphs of containers whose leaves are views on a few buffers, some of them large. */
export const withLargeBuffers: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.array(fc.constantFrom(16, LARGE_BUFFER, LARGE_BUFFER + 64), { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.nat()), { minLength: 1, maxLength: 12 }),
  )
  .map(([sizes, steps]) => {
    const made: unknown[] = sizes.map((size) => bytes(size));
    const buffers = [...made] as ArrayBuffer[];
    for (const [from, kind, part] of steps) {
      const [a, b] = [made[from % made.length], made[part % made.length]];
      const buffer = buffers[part % buffers.length] as ArrayBuffer;
      if (kind === 0) made.push(new Uint16Array(buffer, 2 * (from % 4), 1 + (part % 4)));
      else if (kind === 1) made.push(new Uint8Array(buffer));
      else if (kind === 2) made.push({ a, b, text: "x" });
      else if (kind === 3)
        made.push(
          new Map([
            [a, b],
            [b, from],
          ]),
          new Set([a, b]),
        );
      else made.push(Object.assign([a, b], { 3: b }));
      const last = made.at(-1);
      if (Array.isArray(last) && from % 3 === 0) last.push(last);
    }
    return made.slice(-3);
  });
