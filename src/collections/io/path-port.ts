// Files by their path, in Node and in Deno. Pages have no paths.

export interface OpenFile {
  readonly size: number;
  /** Bytes `start` to `end`, or fewer where the file ends before. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The part of `node:fs/promises` that is used; Deno has it too. */
interface FileSystem {
  open(path: string): Promise<{
    stat(): Promise<{ readonly size: number }>;
    read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
    close(): Promise<void>;
  }>;
}

/** Whether this host has files by path. */
export const hasPaths = (): boolean => "process" in globalThis || "Deno" in globalThis;

/** @throws {Error} if there is no such file, or the host has none */
export async function openPath(path: string): Promise<OpenFile> {
  if (!hasPaths()) throw new Error(`Cannot read "${path}": a page has no files by path, must be a File or a URL`);
  const name = "node:fs/promises"; // no literal: bundlers for pages would look for it
  const { open } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as FileSystem;
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) return bytes.subarray(0, filled);
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}
