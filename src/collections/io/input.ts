// What people read from, made a source. What cannot be read twice, by ranges, becomes a Blob first: browsers keep large
// ones on disk, and nothing of it is ever one string.
import { hasPaths, openPath } from "./path-port.ts";
import type { Source } from "./source.ts";
import { versionOf } from "./source.ts";

/**
 * A File or Blob, bytes, a stream of bytes, a URL, text as `{ text }`, or a string: a URL (absolute, or in a page relative
 * to it), else in Node and Deno the path of a file.
 */
export type Input =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | URL
  | string
  | { readonly text: string }
  | { readonly url: string | URL; readonly headers: Readonly<Record<string, string>> };

/** @throws {TypeError} for anything else; {Error} if there is nothing to be read */
export async function openInput(input: Input): Promise<Source> {
  if (typeof input === "string") return hasPaths() && !URL_LIKE.test(input) ? openFile(input) : openUrl(input);
  if (input instanceof URL) return openUrl(input.href);
  if (input instanceof Blob) return { kind: "blob", blob: input };
  if (input instanceof ReadableStream) return { kind: "blob", blob: await new Response(input as never).blob() };
  if (input instanceof ArrayBuffer || ArrayBuffer.isView(input))
    return { kind: "blob", blob: new Blob([input as never]) };
  if (typeof input === "object" && input !== null && "text" in input) {
    return { kind: "blob", blob: new Blob([input.text]) };
  }
  if (typeof input === "object" && input !== null && "url" in input) return openUrl(String(input.url), input.headers);
  throw new TypeError(
    `Cannot read from ${typeof input}: must be a File, a Blob, bytes, a stream, a URL, a path, or { text }`,
  );
}

const URL_LIKE = /^[a-z][a-z0-9+.-]+:/i; // a drive of Windows is one letter

async function openFile(path: string): Promise<Source> {
  const file = await openPath(path);
  await file.close();
  return { kind: "path", path, size: file.size };
}

/** By ranges if the server has them, else all of it at once. */
async function openUrl(given: string, headers: Readonly<Record<string, string>> = {}): Promise<Source> {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url = new URL(given, location?.href);
  if (url.protocol === "file:" && hasPaths()) return openFile(pathOf(url));
  const response = await fetch(url, { headers: { ...headers, Range: "bytes=0-0" } });
  if (!response.ok) throw new Error(`Cannot read ${url.href}: it answered ${response.status}, must be 200 or 206`);
  if (response.status === 200) return { kind: "blob", blob: await response.blob() };
  await response.body?.cancel();
  const size = await sizeOf(url, headers, response);
  if (size === undefined) {
    const whole = await fetch(url, { headers });
    if (!whole.ok) throw new Error(`Cannot read ${url.href}: it answered ${whole.status}, must be 200`);
    return { kind: "blob", blob: await whole.blob() };
  }
  const version = versionOf(response);
  return { kind: "url", url: url.href, size, headers, ...(version === undefined ? {} : { version }) };
}

/** Servers of other origins hide `Content-Range` unless they are told to show it, but not `Content-Length`. */
async function sizeOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  range: Response,
): Promise<number | undefined> {
  const total = /\/(\d+)$/.exec(range.headers.get("Content-Range") ?? "")?.[1];
  if (total !== undefined) return Number(total);
  const head = await fetch(url, { method: "HEAD", headers });
  const length = head.headers.get("Content-Length");
  const isEncoded = (head.headers.get("Content-Encoding") ?? "identity") !== "identity";
  return head.ok && length !== null && !isEncoded ? Number(length) : undefined;
}

function pathOf({ pathname }: URL): string {
  const path = decodeURIComponent(pathname);
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}
