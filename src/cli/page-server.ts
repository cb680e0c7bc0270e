// Serves the built package to a page on this machine, gives it its job, and hears what it finds.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import type { Job, JobMessage } from "../lab/experiments/job.ts";
import type { PageNews } from "../lab/page/page-news.ts";
import { distUrl } from "./lab-library.ts";

export interface PageOrder {
  readonly job: Job;
  readonly schedulers: readonly { readonly name: string; readonly text?: string }[] | undefined;
  hear(message: JobMessage): void;
  readonly signal: AbortSignal;
}

/** With these a page is isolated: its clock is exact, and it may share memory. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>weft lab</title>
<script type="module" src="/dist/lab-page.js"></script><p id="state">Measuring ...</p></html>`;

export class PageServer {
  readonly url: string;
  /** When the page has told that it is done, or was told to stop. Rejects with what it threw. */
  readonly ended: Promise<void>;
  wasVisited = false;
  readonly #server: ReturnType<typeof createServer>;
  readonly #order: PageOrder;
  #end: (error?: Error) => void = () => {};

  private constructor(server: ReturnType<typeof createServer>, order: PageOrder) {
    this.#server = server;
    this.#order = order;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}/`;
    this.ended = new Promise((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.ended.catch(() => {}); // whoever waits hears it
    order.signal.addEventListener("abort", () => this.#end());
    server.on("request", (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500, ISOLATED).end(String(error));
      });
    });
  }

  static async start(order: PageOrder): Promise<PageServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return new PageServer(server, order);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.wasVisited = true;
    const { pathname } = new URL(request.url ?? "/", this.url);
    if (request.method === "POST" && pathname === "/news") {
      this.#hear(JSON.parse(await bodyOf(request)) as readonly PageNews[]);
      return void response.writeHead(204, ISOLATED).end();
    }
    const found = await this.#find(pathname);
    if (found === undefined) return void response.writeHead(404, ISOLATED).end("there is no such file");
    response.writeHead(200, { ...ISOLATED, "content-type": TYPES[extname(pathname)] ?? "text/html" }).end(found);
  }

  async #find(pathname: string): Promise<string | Buffer | undefined> {
    const { job, schedulers } = this.#order;
    if (pathname === "/") return PAGE;
    if (pathname === "/job.json") {
      const choices = schedulers?.map(({ name, text }, at) =>
        text === undefined ? { name } : { name, url: `/scheduler-${at}.js` },
      );
      return JSON.stringify(choices === undefined ? job : { ...job, schedulers: choices });
    }
    const at = /^\/scheduler-(\d+)\.js$/.exec(pathname)?.[1];
    if (at !== undefined) return schedulers?.[Number(at)]?.text;
    const file = /^\/dist\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    return file === undefined ? undefined : readFile(new URL(file, distUrl)).catch(() => undefined);
  }

  #hear(news: readonly PageNews[]): void {
    for (const each of news) {
      if (each.kind === "ended") this.#end();
      else if (each.kind === "failed")
        this.#end(new Error(`Cannot go on in ${this.#order.job.runtime}: ${each.message}`));
      else this.#order.hear(each);
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
