// The built page as a visitor meets it: a static site under a sub-path, with no special headers, in a real Chromium.
import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetMetadata, parquetRead } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const site = join(root, "demo/dist");
const SUB_PATH = "/some/where/";
const PATIENCE = 90_000;

let browser: Browser;
let server: Server;
/** Whether the server answers a range with the range, as most do, or with the whole file. */
let knowsRanges = true;

beforeAll(async () => {
  if (!existsSync(join(site, "index.html"))) {
    spawnSync(join(root, "node_modules/.bin/vite"), ["build", "demo"], { cwd: root, stdio: "inherit" });
  }
  server = await serveSite();
  browser = await chromium.launch(launchOptions);
});

afterAll(async () => {
  await browser.close();
  server.close();
});

describe("the page", () => {
  it("groups all flights on load, under either scheduler and on one thread, with the numbers that Node finds", async () => {
    const { page, complaints } = await open({ viewport: { width: 1440, height: 900 } });
    await reach(page, "done");
    const expected = await groupInNode();

    expect(await text(page, "[data-figure=rows]")).toBe("3,000,000");
    expect(await text(page, "[data-figure=tasks]")).toBe("54");
    await expectGroups(page, expected);
    const busiest = [...expected.origins].sort((a, b) => b[1].count - a[1].count).slice(0, 20);
    expect((await readRows(page, "#origins", "origin")).size).toBe(20);
    expect([...(await readRows(page, "#origins", "origin")).keys()].sort()).toEqual(
      busiest.map(([name]) => name).sort(),
    );

    await page.locator("label", { hasText: "random" }).click();
    await page.locator("#run-again").click();
    await reach(page, "done");
    expect(await text(page, "[data-note=tasks]")).toBe("2 workers, random");
    await expectGroups(page, expected);

    await page.locator("#run-one-thread").click();
    await page.locator("#verdict[data-equal]").waitFor({ timeout: PATIENCE });
    expect(await page.locator("#verdict").getAttribute("data-equal")).toBe("true");
    expect(await text(page, "#verdict")).toContain("the same to the last bit");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("keeps its workers when it runs again with the same settings", async () => {
    const { page, complaints } = await open({});
    await reach(page, "done");
    expect(await text(page, "[data-note=makespan]")).toMatch(/^after .* to start workers$/);
    await page.locator("#run-again").press("Enter");
    await reach(page, "done");
    expect(await text(page, "[data-note=makespan]")).toBe("on workers from the last run");
    expect(await text(page, "[data-figure=rows]")).toBe("3,000,000");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("accounts for every task: as many blocks in the lanes as tasks, as many filled nodes in the graph", async () => {
    const { page } = await open({});
    await reach(page, "done");
    const tallies = await page.locator("#lanes .tally").allTextContents();
    const tasks = tallies.map((tally) => Number.parseInt(tally, 10)).reduce((sum, count) => sum + count, 0);
    expect(tasks).toBe(54);
    expect(await page.locator("#lanes .track i").count()).toBe(54);
    expect(await page.locator("#graph circle.done").count()).toBe(54);
    await page.context().close();
  });

  it("fits a small phone, and nothing jumps while results come in", async () => {
    const { page, complaints } = await open({ viewport: { width: 360, height: 740 } });
    await reach(page, "done");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const shift = await page.evaluate(() => {
      return new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: { getEntries(): readonly unknown[] }): void => {
          for (const entry of list.getEntries() as { value: number }[]) sum += entry.value;
        };
        new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 200);
      });
    });
    expect(shift).toBeLessThan(0.05); // the lanes change their scale a few times, in place
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("works on a server that knows no ranges", async () => {
    knowsRanges = false;
    const { page, complaints } = await open({});
    await reach(page, "done");
    knowsRanges = true;
    expect(await text(page, "[data-figure=rows]")).toBe("3,000,000");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says in plain words that the data file is missing, and recovers when it is back", async () => {
    const { page } = await open({}, (fresh) => fresh.route("**/*.parquet", (route) => route.fulfill({ status: 404 })));
    await reach(page, "failed");
    expect(await page.getByRole("alert").textContent()).toContain("The data file could not be read");
    expect(await page.getByRole("alert").textContent()).toContain("answered 404");
    await page.unroute("**/*.parquet");
    await page.locator("#run-again").click();
    await reach(page, "done");
    expect(await page.locator("#failure").isVisible()).toBe(false);
    await page.context().close();
  });
});

interface Group {
  readonly count: number;
  readonly mean: number;
}

type Groups = ReadonlyMap<string, Group>;

/** The same question, asked of the same file in the plainest way. */
async function groupInNode(): Promise<{ readonly origins: Groups; readonly hours: Groups }> {
  const bytes = readFileSync(join(root, "node_modules/vega-datasets/data/flights-3m.parquet"));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const origins = new Map<string, { count: number; sum: number }>();
  const hours = new Map<string, { count: number; sum: number }>();
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    await parquetRead({
      file,
      metadata,
      compressors,
      rowStart,
      rowEnd,
      columns: ["date", "delay", "origin"],
      onComplete,
    });
    rowStart = rowEnd;
  }
  return { origins: withMeans(origins), hours: withMeans(hours) };

  function onComplete(rows: readonly (readonly unknown[])[]): void {
    for (const [date, delay, origin] of rows as [Date, bigint, string][]) {
      for (const [groups, name] of [
        [origins, origin],
        [hours, String(date.getUTCHours())],
      ] as const) {
        const group = groups.get(name) ?? { count: 0, sum: 0 };
        group.count++;
        group.sum += Number(delay);
        groups.set(name, group);
      }
    }
  }
}

function withMeans(groups: ReadonlyMap<string, { count: number; sum: number }>): Groups {
  return new Map([...groups].map(([name, { count, sum }]) => [name, { count, mean: sum / count }]));
}

async function expectGroups(page: Page, { origins, hours }: { origins: Groups; hours: Groups }): Promise<void> {
  const shown = { origins: await readRows(page, "#origins", "origin"), hours: await readRows(page, "#hours", "hour") };
  for (const airport of ["ORD", "ATL", "LAX"]) expectSame(shown.origins.get(airport), origins.get(airport));
  for (const hour of ["3", "9", "17"]) expectSame(shown.hours.get(hour), hours.get(hour));
  expect(shown.hours.size).toBe(24);
  expect([...shown.hours.values()].reduce((sum, { count }) => sum + count, 0)).toBe(3_000_000);
}

function expectSame(shown: Group | undefined, expected: Group | undefined): void {
  expect(expected).toBeDefined();
  expect(shown?.count).toBe(expected?.count);
  expect(Math.abs((shown?.mean ?? Number.NaN) - (expected?.mean ?? Number.NaN))).toBeLessThan(1e-9);
}

/** The rows of a table, unrounded. */
async function readRows(page: Page, table: string, key: string): Promise<Groups> {
  const rows = await page
    .locator(`${table} tbody tr`)
    .evaluateAll((elements) => elements.map((element) => ({ ...(element as HTMLElement).dataset })));
  return new Map(rows.map((row) => [String(row[key]), { count: Number(row.count), mean: Number(row.mean) }]));
}

async function open(
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await prepare(page);
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}${SUB_PATH}`);
  return { page, complaints };
}

/** A run has been started by then: the page says so before it does anything else. */
async function reach(page: Page, state: "done" | "failed"): Promise<void> {
  await page.locator(`#page[data-state=${state}]`).waitFor({ timeout: PATIENCE });
}

async function text(page: Page, selector: string): Promise<string> {
  return ((await page.locator(selector).textContent()) ?? "").trim();
}

function serveSite(): Promise<Server> {
  const types: Readonly<Record<string, string>> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  };
  const created = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = join(
      site,
      path.endsWith("/") ? `${path}index.html`.slice(SUB_PATH.length) : path.slice(SUB_PATH.length),
    );
    if (!path.startsWith(SUB_PATH) || !existsSync(file)) return void response.writeHead(404).end();
    const size = statSync(file).size;
    const type = { "Content-Type": types[extname(file)] ?? "application/octet-stream" };
    const range = knowsRanges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
    if (range === null)
      return void createReadStream(file).pipe(response.writeHead(200, { ...type, "Content-Length": size }));
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    const headers = { ...type, "Content-Range": `bytes ${start}-${end}/${size}`, "Content-Length": end - start + 1 };
    return void createReadStream(file, { start, end }).pipe(response.writeHead(206, headers));
  });
  return new Promise((resolve) => created.listen(0, () => resolve(created)));
}
