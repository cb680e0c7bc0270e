// Memory for results that other workers are to see without a copy.

/**
 * Memory for a result, all zero: shared where the runtime allows it (a page must be cross-origin isolated), an ordinary
 * buffer elsewhere. A result that is a view on shared memory is handed to every task as it is, and never copied: none of
 * them may write to it.
 * @param bytes its length
 */
export function sharedBuffer(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
