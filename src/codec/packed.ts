// What `pack.ts` writes and `unpack.ts` reads.
import type { FlatValue } from "./flat.ts";

/** Bytes inside the msgpack, or the number of the part that they are. */
export type Bytes = Uint8Array | number;

/** What parts[0] holds. */
export type Packed = readonly [
  kinds: Bytes,
  structure: Bytes,
  numbers: Bytes,
  views: Bytes,
  texts: FlatValue["texts"],
  shapes: FlatValue["shapes"],
  leaves: FlatValue["leaves"],
  viewNames: FlatValue["viewNames"],
  buffers: readonly Bytes[],
];
