// A source as hyparquet reads it.
import type { AsyncBuffer } from "hyparquet/src/types.js";
import type { Source } from "../source.ts";
import { readRange, sizeOfSource } from "../source.ts";

/** What hyparquet reads; it asks for the byte ranges of the columns alone. */
export function bufferOf(source: Source): AsyncBuffer {
  const byteLength = sizeOfSource(source);
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = await readRange(source, start, Math.min(end, byteLength));
      return bytes.buffer as ArrayBuffer;
    },
  };
}
