// A store over one long-lived file, in which each entry is one stretch. Never flushed: scratch need not survive. A few
// bytes beside a large part, such as the head of a buffer's value, stay in memory: to file them costs as much as the rest.
// A stretch that is being read is given back only when its last reader is done.
import type { Layout, Run, RunLimits } from "./layout.ts";
import { findRuns, LARGE, layOut, layOutLone } from "./layout.ts";
import { GRAIN, Slab } from "./slab.ts";
import type { SlabFile } from "./slab-file.ts";
import type { Store, StoreEntry, StoreKind } from "./store.ts";
import { StoreError } from "./store.ts";
import { StoreOperations } from "./store-operations.ts";

/** What is written in one call is gathered in warm memory: to copy it there costs less than a second call. */
const WRITES: RunLimits = { alone: 131_072, longest: 131_072 };
/** What is read in one call is copied to buffers of their own, in fresh memory: that pays for small parts only. */
const READS: RunLimits = { alone: 8_192, longest: 131_072 };
const STAGE = 131_072;
/** Bytes of an entry's other parts that stay in memory when it has one large part. */
const MOST_KEPT = 256;

interface Stretch {
  readonly start: number;
  /** By part: what stays in memory; undefined for the part that is in the file. */
  readonly kept: readonly (Uint8Array | undefined)[] | undefined;
  /** Of the parts that are in the file. */
  readonly layout: Layout;
  /** Reads that have begun and not ended. */
  readers: number;
  /** Deleted; given back when there are no readers. */
  isDeleted: boolean;
}

/** @param limit in bytes; a batch that does not fit below it is refused as "full" */
export function slabStore(kind: StoreKind, file: SlabFile, limit = Number.POSITIVE_INFINITY): Store {
  return new SlabStore(kind, file, limit);
}

class SlabStore implements Store {
  readonly kind: StoreKind;
  readonly #file: SlabFile;
  readonly #slab: Slab;
  readonly #stretches = new Map<number, Stretch>();
  readonly #operations: StoreOperations;
  /** Where the file ends, as far as it was written. */
  #end = 0;
  #stage: Uint8Array<ArrayBuffer> | undefined;
  #closing: Promise<void> | undefined;

  constructor(kind: StoreKind, file: SlabFile, limit: number) {
    this.kind = kind;
    this.#file = file;
    this.#slab = new Slab(limit);
    this.#operations = new StoreOperations(`entries of the ${kind} store`);
  }

  write(entries: readonly StoreEntry[]): Promise<void> {
    return this.#operations.perform("write", () => this.#write(entries));
  }

  read(keys: readonly number[]): Promise<readonly (readonly Uint8Array<ArrayBuffer>[] | undefined)[]> {
    return this.#operations.perform("read", () => Promise.all(keys.map((key) => this.#read(this.#stretches.get(key)))));
  }

  delete(keys: readonly number[]): Promise<void> {
    return this.#operations.perform("delete", async () => {
      for (const key of keys) {
        const stretch = this.#stretches.get(key);
        if (stretch !== undefined) this.#forget(key, stretch);
      }
    });
  }

  async close(): Promise<void> {
    await this.#operations.close();
    this.#closing ??= this.#closeFile();
    await this.#closing;
  }

  async #closeFile(): Promise<void> {
    this.#stretches.clear();
    try {
      await this.#file.close();
    } catch {
      // A file that cannot be closed is as good as closed: it is scratch.
    }
  }

  async #write(entries: readonly StoreEntry[]): Promise<void> {
    let size = this.#file.size();
    if (typeof size !== "number") size = await size;
    if (size < this.#end) this.#forgetFrom(size);
    const taken: Stretch[] = [];
    try {
      for (const { parts } of entries) taken.push(this.#take(parts));
      for (let i = 0; i < entries.length; i++) {
        const writing = this.#put(taken[i] as Stretch, (entries[i] as StoreEntry).parts);
        if (writing !== undefined) await writing;
      }
    } catch (error) {
      for (const stretch of taken) this.#give(stretch);
      throw error;
    }
    for (let i = 0; i < entries.length; i++) {
      const stretch = taken[i] as Stretch;
      this.#stretches.set((entries[i] as StoreEntry).key, stretch);
      this.#end = Math.max(this.#end, endOf(stretch));
    }
  }

  /** Somebody cut the file: what was written behind would come back as zeros once there is something behind it again. */
  #forgetFrom(size: number): void {
    for (const [key, stretch] of this.#stretches) if (endOf(stretch) > size) this.#forget(key, stretch);
    this.#end = size;
  }

  #forget(key: number, stretch: Stretch): void {
    this.#stretches.delete(key);
    stretch.isDeleted = true;
    if (stretch.readers === 0) this.#give(stretch);
  }

  #take(parts: readonly Uint8Array[]): Stretch {
    const lone = findLone(parts);
    const layout =
      lone === undefined ? layOut(parts.map((part) => part.length)) : layOutLone(parts[lone]?.length as number);
    const start = this.#slab.take(layout.bytes, Math.max(GRAIN, layout.alignment));
    if (start === undefined) {
      throw new StoreError("full", `Cannot write ${layout.bytes} bytes: the ${this.kind} store is at its limit`);
    }
    const kept = lone === undefined ? undefined : parts.map((part, i) => (i === lone ? undefined : part.slice()));
    return { start, layout, kept, readers: 0, isDeleted: false };
  }

  #give({ start, layout }: Stretch): void {
    this.#slab.give(start, layout.bytes);
  }

  /** Nothing is waited for that is over already: per entry that would cost as much as the call. */
  #put({ start, layout, kept }: Stretch, parts: readonly Uint8Array[]): Promise<void> | undefined {
    if (kept === undefined) return this.#putRuns(start, layout, parts);
    const bytes = parts[kept.indexOf(undefined)] as Uint8Array;
    const written = this.#file.write(bytes, start);
    if (written === bytes.length) return undefined;
    return Promise.resolve(written).then((count) => this.#writeRest(bytes, start, count));
  }

  async #putRuns(start: number, layout: Layout, parts: readonly Uint8Array[]): Promise<void> {
    for (const run of findRuns(layout, WRITES)) {
      const isOne = run.end === run.first + 1;
      const stage = isOne ? undefined : this.#takeStage();
      const only = parts[layout.order[run.first] as number] as Uint8Array;
      const bytes = stage === undefined ? only : gather(stage, parts, layout, run);
      let written = this.#file.write(bytes, start + run.offset);
      if (typeof written !== "number") written = await written;
      if (written < bytes.length) await this.#writeRest(bytes, start + run.offset, written);
      this.#stage = stage ?? this.#stage;
    }
  }

  async #writeRest(bytes: Uint8Array, at: number, written: number): Promise<void> {
    let done = written;
    for (let last = written; done < bytes.length; done += last) {
      if (!(last > 0)) {
        const what = `the file of the ${this.kind} store takes no more`;
        throw new StoreError("full", `Cannot write ${bytes.length} bytes: ${what}`);
      }
      last = await this.#file.write(bytes.subarray(done), at + done);
    }
  }

  async #read(stretch: Stretch | undefined): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
    if (stretch === undefined) return undefined;
    const { kept } = stretch;
    const filed = await this.#readFiled(stretch);
    return kept === undefined
      ? filed
      : filed && kept.map((part) => part?.slice() ?? (filed[0] as Uint8Array<ArrayBuffer>));
  }

  async #readFiled(stretch: Stretch): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
    const { start, layout } = stretch;
    stretch.readers++;
    try {
      const out = layout.lengths.map((length) => new Uint8Array(length));
      for (const run of findRuns(layout, READS)) {
        const isOne = run.end === run.first + 1;
        const stage = isOne ? undefined : this.#takeStage();
        const only = out[layout.order[run.first] as number] as Uint8Array<ArrayBuffer>;
        const into = stage === undefined ? only : stage.subarray(0, run.bytes);
        let found = this.#file.read(into, start + run.offset);
        if (typeof found !== "number") found = await found;
        if (found < into.length && !(await this.#readRest(into, start + run.offset, found))) return undefined;
        if (stage !== undefined) scatter(stage, out, layout, run);
        this.#stage = stage ?? this.#stage;
      }
      return out;
    } finally {
      stretch.readers--;
      if (stretch.readers === 0 && stretch.isDeleted) this.#give(stretch);
    }
  }

  /** False when the file is shorter than what was written to it: somebody cut it. */
  async #readRest(into: Uint8Array<ArrayBuffer>, at: number, found: number): Promise<boolean> {
    let done = found;
    for (let last = found; done < into.length; done += last) {
      if (!(last > 0)) return false;
      last = await this.#file.read(into.subarray(done), at + done);
    }
    return true;
  }

  /** Memory that is used again and again; whoever comes while it is in use gets fresh one. */
  #takeStage(): Uint8Array<ArrayBuffer> {
    const stage = this.#stage ?? new Uint8Array(STAGE);
    this.#stage = undefined;
    return stage;
  }
}

const endOf = ({ start, layout }: Stretch): number => start + layout.bytes;

/** The only part of an entry that need be in the file; undefined if there are others, or too much beside it. */
function findLone(parts: readonly Uint8Array[]): number | undefined {
  let lone: number | undefined;
  let rest = 0;
  for (let i = 0; i < parts.length; i++) {
    const { length } = parts[i] as Uint8Array;
    if (length < LARGE) rest += length;
    else if (lone === undefined) lone = i;
    else return undefined;
  }
  return rest <= MOST_KEPT ? lone : undefined;
}

/** The parts of a run as they are to lie in the file; what is between them does not matter. */
function gather(
  stage: Uint8Array<ArrayBuffer>,
  parts: readonly Uint8Array[],
  { order, offsets }: Layout,
  { first, end, offset, bytes }: Run,
): Uint8Array<ArrayBuffer> {
  for (let at = first; at < end; at++) {
    const part = order[at] as number;
    stage.set(parts[part] as Uint8Array, (offsets[part] as number) - offset);
  }
  return stage.subarray(0, bytes);
}

function scatter(
  stage: Uint8Array<ArrayBuffer>,
  out: readonly Uint8Array<ArrayBuffer>[],
  { order, offsets, lengths }: Layout,
  { first, end, offset }: Run,
): void {
  for (let at = first; at < end; at++) {
    const part = order[at] as number;
    const start = (offsets[part] as number) - offset;
    out[part]?.set(stage.subarray(start, start + (lengths[part] as number)));
  }
}
