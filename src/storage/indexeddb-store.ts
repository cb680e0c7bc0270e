// IndexedDB: one database per worker, one record per entry, made before its transaction opens. Large parts travel as one
// Blob, which is faster (decision 0013), where the browser keeps Blobs; all others as one buffer. Which parts an entry
// has is kept here: the database is of no use to anybody else.
import { IndexedDbConnection } from "./indexeddb-port.ts";
import { joinParts, splitParts } from "./parts.ts";
import { databaseName } from "./scratch-names.ts";
import type { ScratchName, Store, StoreEntry } from "./store.ts";
import { StoreOperations } from "./store-operations.ts";

/** Parts of so many bytes are large. */
const LARGE = 49_152;

type Lengths = readonly number[];
type Parts = readonly Uint8Array<ArrayBuffer>[];
/** What is kept of an entry: its small parts, its large ones. One alone stands for itself. */
type EntryRecord = ArrayBuffer | Blob | readonly [ArrayBuffer, Blob];

/** @param timeout milliseconds that opening may take, now and when the connection was lost @throws {StoreError} */
export async function openIndexedDbStore(name: ScratchName, timeout: number): Promise<Store> {
  const connection = new IndexedDbConnection(databaseName(name), timeout);
  const { keepsBlobs } = await connection.probe();
  return new IndexedDbStore(connection, keepsBlobs);
}

class IndexedDbStore implements Store {
  readonly kind = "indexeddb";
  readonly #connection: IndexedDbConnection;
  /** Where Blobs begin, in bytes. */
  readonly #largeFrom: number;
  readonly #lengths = new Map<number, Lengths>();
  readonly #operations = new StoreOperations("entries of the IndexedDB store");

  constructor(connection: IndexedDbConnection, keepsBlobs: boolean) {
    this.#connection = connection;
    this.#largeFrom = keepsBlobs ? LARGE : Number.POSITIVE_INFINITY;
  }

  write(entries: readonly StoreEntry[]): Promise<void> {
    return this.#operations.perform("write", async () => {
      const lengths = entries.map(({ parts }): Lengths => parts.map((part) => part.length));
      const records = entries.map(({ key, parts }) => ({ key, value: encode(parts, this.#largeFrom) }));
      await this.#connection.put(records);
      records.forEach(({ key }, i) => this.#lengths.set(key, lengths[i] as Lengths));
    });
  }

  read(keys: readonly number[]): Promise<readonly (Parts | undefined)[]> {
    return this.#operations.perform("read", async () => {
      const lengths = keys.map((key) => this.#lengths.get(key)); // a delete may come while we wait
      const values = await this.#connection.get(keys.filter((_, i) => lengths[i] !== undefined));
      let next = 0;
      return Promise.all(lengths.map(async (each) => each && decode(values[next++], each, this.#largeFrom)));
    });
  }

  delete(keys: readonly number[]): Promise<void> {
    return this.#operations.perform("delete", async () => {
      const known = keys.filter((key) => this.#lengths.delete(key));
      if (known.length > 0) await this.#connection.delete(known);
    });
  }

  rest(): void {
    this.#connection.rest();
  }

  async close(): Promise<void> {
    await this.#operations.close();
    this.#lengths.clear();
    await this.#connection.close();
  }
}

function encode(parts: readonly Uint8Array[], largeFrom: number): EntryRecord {
  const large = parts.filter((part) => part.length >= largeFrom);
  const blob = new Blob(large.map(unshared));
  if (large.length === parts.length && large.length > 0) return blob;
  const buffer = wholeBuffer(joinParts(parts.filter((part) => part.length < largeFrom)));
  return large.length === 0 ? buffer : [buffer, blob];
}

/** The parts of a record; undefined when it is gone, or its bytes are. */
async function decode(value: unknown, lengths: Lengths, largeFrom: number): Promise<Parts | undefined> {
  const [buffer, blob] = piecesOf(value);
  if (buffer === undefined && blob === undefined) return undefined;
  const isLarge = (length: number): boolean => length >= largeFrom;
  const small =
    buffer === undefined
      ? []
      : splitParts(
          new Uint8Array(buffer),
          lengths.filter((each) => !isLarge(each)),
        );
  try {
    const large = blob === undefined ? [] : await readBlob(blob, lengths.filter(isLarge));
    let [nextLarge, nextSmall] = [0, 0];
    return lengths.map((length) => (isLarge(length) ? large[nextLarge++] : small[nextSmall++]) as Parts[number]);
  } catch (error) {
    const { name } = error as Error;
    if (name === "NotReadableError" || name === "NotFoundError") return undefined; // its file was removed
    throw error;
  }
}

function piecesOf(value: unknown): readonly [ArrayBuffer | undefined, Blob | undefined] {
  if (value instanceof ArrayBuffer) return [value, undefined];
  if (value instanceof Blob) return [undefined, value];
  return Array.isArray(value) ? (value as unknown as readonly [ArrayBuffer, Blob]) : [undefined, undefined];
}

async function readBlob(blob: Blob, lengths: Lengths): Promise<Parts> {
  let at = 0;
  const pieces = lengths.length === 1 ? [blob] : lengths.map((length) => blob.slice(at, (at += length)));
  return Promise.all(pieces.map(async (piece) => new Uint8Array(await piece.arrayBuffer())));
}

function wholeBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? buffer : (bytes.slice().buffer as ArrayBuffer);
}

function unshared(part: Uint8Array): Uint8Array<ArrayBuffer> {
  return part.buffer instanceof ArrayBuffer ? (part as Uint8Array<ArrayBuffer>) : part.slice();
}
