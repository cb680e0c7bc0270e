// A value as bytes, for stores: one part in msgpack, and the large buffers as they are. Loaded when first something is
// stored, with the half of msgpack that writes.
import { encode } from "@msgpack/msgpack";
import { LARGE_BUFFER } from "./buffers.ts";
import { flatten } from "./flatten.ts";
import type { Bytes, Packed } from "./packed.ts";

/** -0 is a float; integers would lose it. */
const options = { forceIntegerToFloat: true };

/**
 * The value as bytes, or undefined if bytes cannot hold all that structured clone would carry of it: Blobs, keys, shared
 * memory, resizable buffers, functions. The parts beyond the first are views on the value's own buffers: they are valid
 * while nobody writes to these. Never throws.
 */
export function packValue(value: unknown): readonly Uint8Array[] | undefined {
  try {
    const flat = flatten(value);
    const parts: Uint8Array[] = [new Uint8Array(0)];
    const pack = ({ buffer, byteOffset, byteLength }: Uint8Array | Int32Array | Float64Array): Bytes => {
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      return byteLength < LARGE_BUFFER ? bytes : parts.push(bytes) - 1;
    };
    const packed: Packed = [
      pack(flat.kinds),
      pack(flat.structure),
      pack(flat.numbers),
      pack(flat.views),
      flat.texts,
      flat.shapes,
      flat.leaves,
      flat.viewNames,
      flat.buffers.map((buffer) => pack(new Uint8Array(buffer))),
    ];
    parts[0] = encode(packed, options);
    return parts;
  } catch {
    return undefined;
  }
}
