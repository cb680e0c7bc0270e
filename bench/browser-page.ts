// Runs a bench's page in Chromium: bundles its scripts, serves them beside the built package's worker, waits for its result.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { chromium as engine } from "playwright-core";
import { chromium } from "../scripts/chromium.mjs";
import { bundlePageScript } from "./page-script.ts";

export interface PageScript {
  /** Path below bench/. */
  readonly source: string;
  /** Under which name the page finds it. */
  readonly name: string;
  readonly options?: BuildOptions;
}

/**
 * Opens a page that runs `main.js` among `scripts`, and returns what it leaves in `globalThis.benchResult`.
 * With `tellsBusy` the page can ask `busyTime()` how many milliseconds its thread has worked.
 * With `onDisk` the profile is one on disk; otherwise what the page stores is kept in memory.
 */
export async function runInChromium(
  scripts: readonly PageScript[],
  { onDisk = false, tellsBusy = false } = {},
): Promise<unknown> {
  const files = new Map<string, string>([
    ["/", `<!doctype html><meta charset="utf-8"><script type="module" src="main.js"></script>`],
  ]);
  for (const { source, name, options } of scripts) files.set(`/${name}`, await bundlePageScript(source, options));
  files.set("/favicon.ico", "");
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const text = files.get(pathname) ?? builtFile(pathname);
    const type = request.url === "/" ? "text/html" : "text/javascript";
    response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const profile = onDisk ? mkdtempSync(join(tmpdir(), "profile-")) : undefined;
  const browser =
    profile === undefined ? await engine.launch(chromium) : await engine.launchPersistentContext(profile, withGc);
  try {
    const page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") console.error(message.text());
    });
    if (tellsBusy) {
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      await page.exposeFunction("busyTime", async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
      });
    }
    await page.goto(`http://127.0.0.1:${port}/`);
    const failure = new Promise<never>((_, reject) => page.once("pageerror", reject));
    const result = page.waitForFunction("globalThis.benchResult !== undefined", undefined, { timeout: 300_000 });
    await Promise.race([result, failure]);
    return await page.evaluate("globalThis.benchResult");
  } finally {
    await browser.close();
    server.close();
    if (profile !== undefined) rmSync(profile, { recursive: true, force: true });
  }
}

/** Benches that store much collect garbage between samples. */
const withGc = { ...chromium, args: [...chromium.args, "--js-flags=--expose-gc"] };

/** The worker's script and its lazy parts, as they are in the package. */
function builtFile(pathname: string): string | undefined {
  const file = new URL(`../dist${pathname}`, import.meta.url);
  return pathname.endsWith(".js") && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
