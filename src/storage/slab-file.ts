// What a slab store needs of a file. Calls that are over when they return are far cheaper than promises for small
// stretches, so both are allowed.

export interface SlabFile {
  /** Fills `into` from offset `at` on; answers how many bytes there were, fewer only at the end of the file. */
  read(into: Uint8Array<ArrayBuffer>, at: number): number | Promise<number>;
  /** Writes at offset `at`; answers how many bytes were written. */
  write(bytes: Uint8Array, at: number): number | Promise<number>;
  /** Bytes that the file has now: fewer than were written if somebody cut it. */
  size(): number | Promise<number>;
  /** Called when nothing else is going on. */
  close(): void | Promise<void>;
}
