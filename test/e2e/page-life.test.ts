// A page with a cluster that is left and comes back, in a real Chromium that keeps pages for the back button.
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClusterEvent } from "weftwork";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";
import type { FileServer } from "../support/e2e/file-server.ts";
import { serveFolder } from "../support/e2e/file-server.ts";
import { removeApps } from "../support/e2e/packed-package.ts";
import { bundleApp, copyScripts } from "../support/e2e/served-app.ts";

/** What the page offers; see test/fixtures/apps/page-life/main.ts. */
interface Life {
  readonly life: readonly string[];
  readonly events: readonly ClusterEvent[];
  readonly left: string | null;
  check(): Promise<number>;
  slow(): Promise<string>;
}
type Scope = typeof globalThis & { readonly page: Life };

let browser: Browser;
let server: FileServer;

beforeAll(async () => {
  const { folder } = await bundleApp("page-life", [["main.ts", "main"]]);
  await copyScripts(folder, "worker", "server");
  server = await serveFolder(folder);
  browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  await removeApps();
});

/** Opens the page, lets it work until results are stored, and leaves it for another. */
async function openAndLeave(query: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const ready = page.waitForEvent("console", { predicate: (message) => message.text() === "ready" });
  await page.goto(`${server.url}?${query}`);
  await ready;
  expect(await eventsOf(page)).toContain("spill-began");
  await page.goto(`${server.url}elsewhere.html`);
  return page;
}

/** Whether it is the page that was left, and not one that was loaded anew. */
async function comesBack(page: Page): Promise<boolean> {
  await page.goBack({ waitUntil: "commit" });
  const kept = await page.waitForFunction(() => {
    const [{ type } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (type === "back_forward") return "anew";
    return (globalThis as Scope).page?.life.includes("show true") ? "kept" : undefined;
  });
  return (await kept.jsonValue()) === "kept";
}

/** A page that was left and came back. Browsers may let go of a page that they keep, whenever they like: then once more. */
async function leaveAndComeBack(query: string, whileAway: (page: Page) => Promise<void>): Promise<Page> {
  for (let attempt = 1; ; attempt++) {
    const page = await openAndLeave(query);
    await whileAway(page);
    if (await comesBack(page)) return page;
    await page.context().close();
    expect(attempt, "times that the browser did not keep the page").toBeLessThan(6);
  }
}

const eventsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as Scope).page.events.map(({ kind }) => kind));

/** The databases of the package, as a page sees them that runs none of it. */
const deleteDatabases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const outcomes: string[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      outcomes.push(
        await new Promise<string>((resolve) => {
          const deletion = indexedDB.deleteDatabase(name);
          deletion.onsuccess = () => resolve("deleted");
          deletion.onblocked = () => resolve("blocked");
        }),
      );
    }
    return outcomes;
  });

describe("a page with a cluster that is kept for the back button", () => {
  for (const place of ["main", "worker"]) {
    it(`goes on with server "${place}": the same workers, the stored results, and the task that was running`, async () => {
      const page = await leaveAndComeBack(`server=${place}`, (left) => left.waitForTimeout(300));
      const { life, workers } = await page.evaluate(async () => {
        const { page: kept } = globalThis as Scope;
        return { life: kept.life, workers: kept.events.filter(({ kind }) => kind === "worker-joined").length };
      });
      expect(life).toEqual(["hide true", "freeze", "show true"]);
      expect(await page.evaluate(() => (globalThis as Scope).page.slow())).toBe("slow");
      expect(await page.evaluate(() => (globalThis as Scope).page.check())).toBe(0);
      const events = await page.evaluate(() => (globalThis as Scope).page.events);
      const restored = events.filter((event) => event.kind === "page-restored");
      expect(restored).toHaveLength(1);
      expect(restored[0]?.milliseconds).toBeGreaterThan(200);
      expect(workers).toBe(0);
      expect(events.map(({ kind }) => kind).filter((kind) => /lost|stopped|closed/.test(kind))).toEqual([]);
      await page.context().close();
    });
  }

  it("holds no database open while it is away, and computes again what was deleted meanwhile, and says so", async () => {
    const page = await leaveAndComeBack("", async (left) => {
      await left.waitForTimeout(200);
      expect(await deleteDatabases(left)).toEqual(["deleted", "deleted"]);
    });
    expect(await page.evaluate(() => (globalThis as Scope).page.check())).toBe(0);
    const events = await eventsOf(page);
    expect(events).toContain("spill-lost");
    expect(events).not.toContain("worker-lost");
    await page.context().close();
  });
});

describe("a page with a cluster that is left for good", () => {
  it("ends the cluster at once", async () => {
    const page = await openAndLeave("once");
    await page.goBack();
    await page.waitForFunction(() => (globalThis as Scope).page !== undefined);
    expect(await page.evaluate(() => (globalThis as Scope).page.left)).toBe("persisted false, workers 0");
    await page.context().close();
  });
});
