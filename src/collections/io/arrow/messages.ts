// Where the messages of an Arrow IPC stream or file are. Only their heads are read: a batch is a partition's to read.

export interface Message {
  readonly kind: "schema" | "dictionary" | "batch";
  readonly start: number;
  readonly end: number;
  /** Of a batch. */
  readonly rows: number;
}

export type ReadBytes = (start: number, end: number) => Promise<Uint8Array> | Uint8Array;

const MAGIC = "ARROW1";
/** What ends a file: the length of its footer and the magic word. */
const TAIL = 10;
const WINDOW = 64 * 1024;

/** @throws {Error} if the bytes are no Arrow IPC data */
export async function findMessages(read: ReadBytes, size: number): Promise<readonly Message[]> {
  const isFile = size >= 8 + TAIL && textOf(await read(0, MAGIC.length)) === MAGIC;
  const end = isFile ? await footerOf(read, size) : size;
  const messages: Message[] = [];
  for (let at = isFile ? 8 : 0; at + 8 <= end; ) {
    const window = viewOf(await read(at, Math.min(end, at + WINDOW)));
    const isMarked = window.getUint32(0, true) === 0xffffffff; // before version 0.15 there was no mark
    const head = isMarked ? 8 : 4;
    const length = window.getInt32(head - 4, true);
    if (length === 0) break;
    if (length < 0 || at + head + length > end) throw new Error("Cannot read as Arrow: it is no IPC stream or file");
    const whole = head + length <= window.byteLength ? window : viewOf(await read(at, at + head + length));
    const { kind, bodyLength, rows } = describe(new DataView(whole.buffer, whole.byteOffset + head, length));
    const next = at + head + length + bodyLength;
    if (kind !== undefined) messages.push({ kind, start: at, end: next, rows });
    at = next;
  }
  if (messages[0]?.kind !== "schema") throw new Error("Cannot read as Arrow: it does not begin with a schema");
  return messages;
}

async function footerOf(read: ReadBytes, size: number): Promise<number> {
  const tail = await read(size - TAIL, size);
  if (textOf(tail.subarray(4)) !== MAGIC) throw new Error("Cannot read as Arrow: the file's end is missing");
  return size - TAIL - viewOf(tail).getInt32(0, true);
}

const KINDS: readonly (Message["kind"] | undefined)[] = [undefined, "schema", "dictionary", "batch"];

/** Of the flatbuffer `Message { version; header_type; header; bodyLength }`; the header of a batch begins with its rows. */
function describe(view: DataView): {
  readonly kind: Message["kind"] | undefined;
  readonly bodyLength: number;
  readonly rows: number;
} {
  const message = view.getUint32(0, true);
  const field = (table: number, index: number): number | undefined => {
    const fields = table - view.getInt32(table, true);
    const at = 4 + 2 * index;
    const offset = at < view.getUint16(fields, true) ? view.getUint16(fields + at, true) : 0;
    return offset === 0 ? undefined : table + offset;
  };
  const [type, header, body] = [field(message, 1), field(message, 2), field(message, 3)];
  const kind = type === undefined ? undefined : KINDS[view.getUint8(type)];
  const bodyLength = body === undefined ? 0 : Number(view.getBigInt64(body, true));
  if (kind !== "batch" || header === undefined) return { kind, bodyLength, rows: 0 };
  const length = field(header + view.getUint32(header, true), 0);
  return { kind, bodyLength, rows: length === undefined ? 0 : Number(view.getBigInt64(length, true)) };
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
