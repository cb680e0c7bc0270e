// A value from the bytes that `pack.ts` made of it. Loaded when first something is read from a store, with the half of
// msgpack that reads.
import { decode } from "@msgpack/msgpack";
import type { Bytes, Packed } from "./packed.ts";
import { unflatten } from "./unflatten.ts";

/**
 * The value that was packed. Takes the parts over: where one is all of its buffer, this buffer becomes the value's.
 * @throws if the parts are not what `packValue` made.
 */
export function unpackValue(parts: readonly Uint8Array[]): unknown {
  const [kinds, structure, numbers, views, texts, shapes, leaves, viewNames, buffers] = decode(
    parts[0] as Uint8Array,
  ) as Packed;
  const bufferOf = (bytes: Bytes): ArrayBuffer => {
    if (typeof bytes !== "number") return copyOf(bytes);
    const part = parts[bytes];
    if (part === undefined) throw new TypeError(`Cannot unpack a value: part ${bytes} is missing`);
    return part.byteLength === part.buffer.byteLength ? (part.buffer as ArrayBuffer) : copyOf(part);
  };
  return unflatten({
    kinds: new Uint8Array(bufferOf(kinds)),
    structure: new Int32Array(bufferOf(structure)),
    numbers: new Float64Array(bufferOf(numbers)),
    views: new Float64Array(bufferOf(views)),
    texts,
    shapes,
    leaves,
    buffers: buffers.map(bufferOf),
    viewNames,
  });
}

/** Not by `slice`, which Node's Buffers answer with a view. */
const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
