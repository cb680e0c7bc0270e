// A frame as bytes that are still to be made: a piece for each partition, which one after the other are a file.
import type { LazyPart } from "../../plan/lazy-part.ts";
import type { ComputingCluster } from "../../plan/run.ts";
import { partsOneByOne } from "../../plan/run.ts";

export class Output {
  readonly #parts: readonly LazyPart[];
  /** The media type of the whole. */
  readonly type: string;

  /** @internal Use `toCsv`, `toJsonLines`, `toArrow` or `toParquet`. */
  constructor(parts: readonly LazyPart[], type: string) {
    this.#parts = parts;
    this.type = type;
  }

  /** Yields the pieces in order, each as soon as it is there. Put together they are the file. */
  async *pieces(cluster: ComputingCluster): AsyncGenerator<Uint8Array, void> {
    for await (const piece of partsOneByOne(cluster, this.#parts)) yield piece as Uint8Array;
  }

  /** All of it. A browser keeps large ones on disk: no piece stays here. */
  async blob(cluster: ComputingCluster): Promise<Blob> {
    const blobs: Blob[] = [];
    for await (const piece of this.pieces(cluster)) blobs.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
    return new Blob(blobs, { type: this.type });
  }

  /** All of it as one array. */
  async bytes(cluster: ComputingCluster): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(cluster)) pieces.push(piece);
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }
}
