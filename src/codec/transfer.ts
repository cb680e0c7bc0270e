// Marks that say: move these buffers, do not copy them. Users put them on values on both sides of a thread boundary.

/** Known to every copy of this module: a worker's script may bring its own. */
const marker = Symbol.for("weftwork.transfer");

/** A value whose buffers are to be moved. */
export class TransferMark {
  readonly value: unknown;
  readonly buffers: readonly object[];

  constructor(value: unknown, buffers: readonly object[]) {
    this.value = value;
    this.buffers = buffers;
    Object.defineProperty(this, marker, { value: true });
  }
}

/** Whether a value is marked, by whatever copy of this module. */
export function isTransferMark(value: unknown): value is TransferMark {
  return typeof value === "object" && value !== null && marker in value;
}

/**
 * Marks an argument as given away, of a task or of an actor's method, or what a method returns: its buffers are moved to
 * the other side and are empty on this one afterwards. Without `buffers` the value must be an ArrayBuffer or a view of a
 * whole one. A task whose argument was moved cannot be computed again if its worker is lost.
 * @throws {TypeError} if the value has no buffer of its own and none are named
 */
export function transfer<T>(value: T, buffers?: readonly object[]): T {
  return new TransferMark(value, buffers ?? [bufferOf(value)]) as T;
}

function bufferOf(value: unknown): object {
  if (value instanceof ArrayBuffer) return value;
  if (ArrayBuffer.isView(value) && value.byteLength === value.buffer.byteLength) return value.buffer;
  const found = ArrayBuffer.isView(value) ? "a view of a part of its buffer" : `${typeof value}`;
  throw new TypeError(
    `Cannot transfer a value: it is ${found}, must be an ArrayBuffer, a view of a whole one, or come with its buffers`,
  );
}
