// Runs a bench's page in Chromium: bundles its scripts, serves them beside the built package's worker, waits for its result.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { chromium as engine } from "playwright-core";
import { chromium } from "../scripts/chromium.mjs";

export interface PageScript {
  /** Path below bench/. */
  readonly source: string;
  /** Under which name the page finds it. */
  readonly name: string;
  readonly options?: BuildOptions;
}

/** Opens a page that runs `main.js` among `scripts`, and returns what it leaves in `globalThis.benchResult`. */
export async function runInChromium(scripts: readonly PageScript[]): Promise<unknown> {
  const files = new Map<string, string>([
    ["/", `<!doctype html><meta charset="utf-8"><script type="module" src="main.js"></script>`],
  ]);
  for (const { source, name, options } of scripts) files.set(`/${name}`, await bundle(source, options));
  files.set("/favicon.ico", "");
  files.set("/worker.js", readFileSync(new URL("../dist/worker.js", import.meta.url), "utf8"));
  const server = createServer((request, response) => {
    const text = files.get(new URL(request.url ?? "/", "http://localhost").pathname);
    const type = request.url === "/" ? "text/html" : "text/javascript";
    response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const browser = await engine.launch(chromium);
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    page.on("console", (message) => {
      if (message.type() === "error") console.error(message.text());
    });
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction("globalThis.benchResult !== undefined", undefined, { timeout: 300_000 });
    return await page.evaluate("globalThis.benchResult");
  } finally {
    await browser.close();
    server.close();
  }
}

async function bundle(source: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(source, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["browser"],
    logLevel: "error",
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}
