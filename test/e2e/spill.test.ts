// More data than the memory limit in a browser profile on disk: what it takes with and without spill, what is left, and
// what becomes of the scratch of pages that died.
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";
import type { FileServer } from "../support/e2e/file-server.ts";
import { serveFolder } from "../support/e2e/file-server.ts";
import { installApp, removeApps } from "../support/e2e/packed-package.ts";
import { logOf } from "../support/e2e/page-log.ts";
import { watchMemory } from "../support/e2e/process-memory.ts";

interface Report {
  readonly wrong: number;
  readonly events: readonly string[];
  readonly stored: number;
  /** The most that a worker had in memory, as a share of its limit. */
  readonly over: number;
}

let server: FileServer;

beforeAll(async () => {
  const folder = await installApp("spill-page");
  const bundle = { bundle: true, platform: "browser", format: "esm", logLevel: "error" } as const;
  await build({ ...bundle, entryPoints: [join(folder, "main.ts")], outdir: folder, absWorkingDir: folder });
  const dist = join(folder, "node_modules/weftwork/dist");
  const scripts = (await readdir(dist)).filter((name) => /^worker.*\.js$/.test(name));
  await Promise.all(scripts.map((name) => copyFile(join(dist, name), join(folder, name))));
  server = await serveFolder(folder);
});

afterAll(async () => {
  await server.close();
  await removeApps();
});

/** Runs `body` in a browser of its own, whose profile is on disk. */
async function withProfile(body: (browser: BrowserContext, profile: string) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "weftwork-profile-"));
  const browser = await chromium.launchPersistentContext(profile, launchOptions);
  try {
    await body(browser, profile);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function compute(browser: BrowserContext, query: string): Promise<Report> {
  const { lines, errors } = await logOf(browser, `${server.url}?${query}`, "end");
  expect(errors).toEqual([]);
  const report = JSON.parse(lines[0] ?? "") as Report;
  expect(report.wrong, "values that are not right").toBe(0);
  return report;
}

/** Databases, folders and locks of the package that are there, seen from a page that runs none of it. */
async function findScratch(browser: BrowserContext): Promise<readonly string[]> {
  const page: Page = await browser.newPage();
  try {
    await page.goto(`${server.url}nowhere`);
    return await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => `database ${name}`);
      const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
      for await (const name of root.keys()) names.push(`folder ${name}`);
      return [...names, ...((await navigator.locks.query()).held ?? []).map(({ name }) => `lock ${name}`)];
    });
  } finally {
    await page.close();
  }
}

async function eventuallyEmpty(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let seen = await look();
  for (let tries = 0; tries < 50 && seen.length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen = await look();
  }
  return seen;
}

describe("a page with results ten times its memory limit, in a profile on disk", () => {
  for (const spill of ["indexeddb", "opfs", "none"]) {
    it(`computes them with spill "${spill}", and leaves nothing`, () =>
      withProfile(async (browser, profile) => {
        const [page = await browser.newPage()] = browser.pages();
        await page.goto(`${server.url}nowhere`);
        const idle = watchMemory(profile)();
        const stopWatching = watchMemory(profile);
        const { events, stored, over } = await compute(browser, `results=800&spill=${spill}`);
        const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
        console.log(
          `400 MB of results, limit 40 MB, spill ${spill}: a worker had at most ${over.toFixed(2)} of its share in memory, ` +
            `all processes of the browser ${inMegabytes(stopWatching())}, ${inMegabytes(idle)} before`,
        );
        expect(events).toEqual(spill === "none" ? [] : ["spill-began"]);
        if (spill !== "none") expect(stored).toBeGreaterThan(360e6);
        if (spill !== "none") expect(over).toBeLessThanOrEqual(1.1);
        expect(await findScratch(browser)).toEqual([]);
      }));
  }

  for (const spill of ["indexeddb", "opfs"]) {
    it(`computes them although the browser's quota for ${spill} is used up in the middle`, () =>
      withProfile(async (browser) => {
        const [page = await browser.newPage()] = browser.pages();
        await page.goto(`${server.url}nowhere`);
        const session = await browser.newCDPSession(page);
        await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.url).origin, quotaSize: 40e6 });
        const { events, stored } = await compute(browser, `results=200&spill=${spill}`);
        expect(events).toHaveLength(2);
        expect(events[0]).toBe("spill-began");
        expect(events[1]).toMatch(/^spill-stopped: .*QuotaExceededError/);
        expect(stored).toBeGreaterThan(10e6);
        expect(stored).toBeLessThan(60e6);
        expect(await findScratch(browser)).toEqual([]);
      }));

    it(`leaves scratch in ${spill} when it dies, and the next page removes that and nothing of the living`, () =>
      withProfile(async (browser) => {
        const living = await browser.newPage();
        const isHolding = new Promise((resolve) =>
          living.on("console", (message) => (message.text() === "end" ? resolve(undefined) : undefined)),
        );
        await living.goto(`${server.url}?results=200&spill=${spill}&hold`);
        await isHolding;
        const ofLiving = await findScratch(browser);
        expect(ofLiving.length).toBeGreaterThan(1);
        await compute(browser, `results=200&spill=${spill}&hold`); // whose page is closed now
        const ofBoth = await findScratch(browser);
        expect(ofBoth.length).toBeGreaterThan(ofLiving.length);
        await compute(browser, `results=200&spill=${spill}`);
        const ofDead = async (): Promise<readonly string[]> =>
          (await findScratch(browser)).filter((name) => !ofLiving.includes(name));
        expect(await eventuallyEmpty(ofDead)).toEqual([]);
        expect([...(await findScratch(browser))].sort()).toEqual([...ofLiving].sort());
      }));
  }
});
