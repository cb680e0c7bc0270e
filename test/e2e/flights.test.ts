// The flights example in Chromium, beside answers that plain loops gave (test/fixtures/collections/make-flights-golden.mjs),
// with room for the data and without.
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";
import { installApp, removeApps } from "../support/e2e/packed-package.ts";
import { logOf } from "../support/e2e/page-log.ts";
import type { RangeServer } from "../support/e2e/range-server.ts";
import { serveRanges } from "../support/e2e/range-server.ts";

interface Group {
  readonly flights: number;
  readonly sum: number;
}
interface Golden {
  readonly rows: number;
  readonly delay: number;
  readonly groups: number;
  readonly some: Readonly<Record<string, Group | null>>;
  readonly mixed: number;
  readonly states: Readonly<Record<string, Group>>;
  readonly statesCount: number;
  readonly routes: readonly { readonly route: string; readonly flights: number }[];
  readonly percentiles: Readonly<Record<string, number>>;
}
interface Report {
  readonly byHour: readonly (Group & { readonly origin: string; readonly hour: number; readonly mean: number })[];
  readonly byState: readonly (Group & { readonly state: string })[];
  readonly routes: readonly { readonly origin: string; readonly destination: string; readonly flights: number }[];
  readonly percentiles: Readonly<Record<string, number>>;
  readonly milliseconds: number;
  readonly frames: number;
  readonly longest: number;
  readonly stored: number;
}

const data = fileURLToPath(new URL("../../node_modules/vega-datasets/data/", import.meta.url));
const goldenFile = new URL("../fixtures/collections/flights-golden.json", import.meta.url);
let server: RangeServer;
let browser: Browser;
let golden: Golden;

beforeAll(async () => {
  golden = JSON.parse(await readFile(goldenFile, "utf8")) as Golden;
  const folder = await installApp("flights-page");
  const bundle = { bundle: true, platform: "browser", format: "esm", logLevel: "error" } as const;
  await build({ ...bundle, entryPoints: [join(folder, "main.ts")], outdir: folder, absWorkingDir: folder });
  const dist = join(folder, "node_modules/weftwork/dist");
  const scripts = (await readdir(dist)).filter((name) => /^(worker.*|collections-(kernels|io))\.js$/.test(name));
  await Promise.all(scripts.map((name) => copyFile(join(dist, name), join(folder, name))));
  const names = ["flights-3m.parquet", "airports.csv"];
  server = await serveRanges(folder, Object.fromEntries(names.map((name) => [name, join(data, name)])));
  browser = await chromium.launch(launchOptions);
});

afterAll(async () => {
  await browser.close();
  await server.close();
  await removeApps();
});

async function run(query: string): Promise<Report> {
  const { lines, errors } = await logOf(browser, `${server.url}?${query}`, "end");
  expect(errors).toEqual([]);
  return JSON.parse(lines[0] ?? "") as Report;
}

function expectRight({ byHour, byState, routes, percentiles }: Report): void {
  expect(byHour).toHaveLength(golden.groups);
  const groups = new Map(byHour.map((group) => [`${group.origin} ${group.hour}`, group]));
  for (const [name, group] of Object.entries(golden.some)) {
    expect(groups.get(name), name).toEqual(group === null ? undefined : expect.objectContaining(group));
  }
  for (const { flights, sum, mean } of byHour) expect(mean).toBeCloseTo(sum / flights, 9);
  expect(byHour.reduce((sum, group) => sum + group.flights * (group.sum % 1009), 0)).toBe(golden.mixed);
  expect(byState).toHaveLength(golden.statesCount);
  const states = new Map(byState.map((group) => [group.state, group]));
  for (const [state, group] of Object.entries(golden.states)) expect(states.get(state)).toMatchObject(group);
  expect(routes.map(({ origin, destination, flights }) => ({ route: `${origin} ${destination}`, flights }))).toEqual(
    golden.routes,
  );
  expect(percentiles).toEqual(golden.percentiles);
}

function tell(title: string, { milliseconds, frames, longest, stored }: Report): void {
  const figures = `${Math.round(milliseconds)} ms, ${frames} frames, the longest ${Math.round(longest)} ms`;
  console.log(`flights, ${title}: ${figures}, ${Math.round(stored / 1e6)} MB stored`);
}

describe("the flights in a page", () => {
  it("are grouped, joined and sorted right while the page goes on drawing", async () => {
    const report = await run("");
    tell("with room", report);
    expectRight(report);
    expect(report.frames).toBeGreaterThan(10);
    expect(server.ranges.get("flights-3m.parquet")?.length).toBeGreaterThan(11);
  });

  it("are so too when the workers have room for 32 MB of them", async () => {
    const report = await run("limit=32");
    tell("limit 32 MB", report);
    expectRight(report);
    expect(report.stored).toBeGreaterThan(0);
  });
});
