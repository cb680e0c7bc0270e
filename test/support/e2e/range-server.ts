// Serves files by their names, in ranges where a range is asked for, as servers of large files do. Files are streamed.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { FileServer } from "./file-server.ts";

export interface RangeServer extends FileServer {
  /** Ranges that were asked for, of each file. */
  readonly ranges: ReadonlyMap<string, readonly string[]>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Files of `folder`, and those that `others` names, by absolute path. */
export async function serveRanges(
  folder: string,
  others: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RangeServer> {
  const ranges = new Map<string, string[]>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.slice(1) || "index.html";
    const path = others[name] ?? join(folder, name);
    const { size, mtimeMs } = await stat(path);
    const type = { "content-type": TYPES[extname(path)] ?? "text/plain", etag: `"${size}-${mtimeMs}"`, ...headers };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (range === null) {
      response.writeHead(200, { ...type, "content-length": size });
      createReadStream(path).pipe(response);
      return;
    }
    ranges.set(name, [...(ranges.get(name) ?? []), range[0]]);
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    const place = { "content-range": `bytes ${start}-${end}/${size}`, "content-length": end - start + 1 };
    response.writeHead(206, { ...type, ...place });
    createReadStream(path, { start, end }).pipe(response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(404).end("there is no such file"));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    ranges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
