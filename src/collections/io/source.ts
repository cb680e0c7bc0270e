// Where bytes come from, as it travels to workers, and how they are read there. Nothing here reads more than it is asked for.
import { openPath } from "./path-port.ts";

/** A Blob travels as a reference to what it holds. */
export type Source =
  | { readonly kind: "blob"; readonly blob: Blob }
  | { readonly kind: "path"; readonly path: string; readonly size: number }
  | {
      readonly kind: "url";
      readonly url: string;
      readonly size: number;
      /** What the server calls this version of the file; absent: it does not say. */
      readonly version?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export const sizeOfSource = (source: Source): number => (source.kind === "blob" ? source.blob.size : source.size);

/** What people call it in errors. */
export function nameOfSource(source: Source): string {
  if (source.kind === "url") return source.url;
  if (source.kind === "path") return source.path;
  const { name } = source.blob as { readonly name?: string };
  return name ?? "the data";
}

/** Bytes `start` to `end` of the source. @throws {Error} if it does not have them any more */
export async function readRange(source: Source, start: number, end: number): Promise<Uint8Array> {
  if (end <= start) return new Uint8Array(0);
  const bytes = await READ[source.kind](source as never, start, end);
  if (bytes.length === end - start) return bytes;
  throw new Error(
    `Cannot read ${nameOfSource(source)}: ${bytes.length} bytes are at ${start}, must be ${end - start}; it was changed meanwhile`,
  );
}

const READ = {
  blob: async ({ blob }: Source & { kind: "blob" }, start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  path: async ({ path }: Source & { kind: "path" }, start: number, end: number) => {
    const file = await openPath(path);
    try {
      return await file.read(start, end);
    } finally {
      await file.close();
    }
  },
  url: readUrl,
} as const;

async function readUrl(source: Source & { kind: "url" }, start: number, end: number): Promise<Uint8Array> {
  const { url, version, headers } = source;
  const response = await fetch(url, { headers: { ...headers, Range: `bytes=${start}-${end - 1}` } });
  if (response.status !== 206) {
    await response.body?.cancel();
    throw new Error(`Cannot read ${url}: it answered a request for a range with ${response.status}, must be 206`);
  }
  const found = versionOf(response);
  if (version !== undefined && found !== undefined && found !== version) {
    await response.body?.cancel();
    throw new Error(`Cannot read ${url}: it was changed while it was read`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** A strong name of the version of a file, if the server gives one. */
export function versionOf({ headers }: Response): string | undefined {
  const tag = headers.get("ETag");
  return tag === null || tag.startsWith("W/") ? (headers.get("Last-Modified") ?? undefined) : tag;
}
