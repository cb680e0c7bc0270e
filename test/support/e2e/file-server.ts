// Serves one folder on a port of the system's choice, with the headers that a test wants on every response.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export interface FileServer {
  /** Ends in a slash. */
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

export async function serveFolder(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<FileServer> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    readFile(file).then(
      (content) =>
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", ...headers }).end(content),
      () => response.writeHead(404, { "content-type": "text/plain", ...headers }).end("there is no such file"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
