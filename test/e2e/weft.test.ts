// `weft lab` in Chromium and Deno beside Node, and the report in a page.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium } from "../../scripts/chromium.mjs";

const command = fileURLToPath(new URL("../../dist/weft.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft-e2e-"));
const weft = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, "lab", ...args, "--out", folder], {
    env: { ...process.env, CHROME_PATH: chromium.executablePath },
  });

let browser: Browser;
beforeAll(async () => {
  browser = await playwright.launch(chromium);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a report as a user does, from the disk; what went wrong in it. */
async function look<T>(name: string, width: number, see: () => T): Promise<{ seen: T; errors: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  try {
    await page.goto(pathToFileURL(join(folder, name)).href);
    return { seen: await page.evaluate(see), errors };
  } finally {
    await page.close();
  }
}

describe("weft lab compare --in node,deno,chromium", () => {
  it("measures in all three, and makes one report with a column for each", async () => {
    const { stdout } = await weft(
      ...["compare", "--quick", "--only", "real", "--graphs", "merge-1K", "--scheduler", "random,work-stealing"],
      ...["--in", "node,deno,chromium"],
    );
    expect(stdout).toMatch(/^scheduler +node +deno +chromium$/m);
    const rows = readFileSync(join(folder, "compare-quick.jsonl"), "utf8").matchAll(/"runtime":"(\w+)","server"/g);
    expect([...rows].map(([, runtime]) => runtime)).toEqual(["node", "node", "deno", "deno", "chromium", "chromium"]);
    const { seen, errors } = await look("compare-quick.html", 1280, () =>
      [...(document.querySelector("thead tr")?.children ?? [])].map(({ textContent }) => textContent),
    );
    expect([seen, errors]).toEqual([["scheduler", "node", "deno", "chromium"], []]);
  });
});

describe("a report of weft lab aot", () => {
  beforeAll(async () => {
    await weft("aot", "--quick", "--scheduler", "random");
  });

  it.each([360, 1280, 1920])("draws its charts and stays within a window of %i pixels", async (width) => {
    const { seen, errors } = await look("aot-quick.html", width, () => ({
      charts: document.querySelectorAll("figure.lines").length,
      drawn: [...document.querySelectorAll("canvas")].filter(({ width, height }) => width > 100 && height > 100).length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(errors).toEqual([]);
    expect(seen).toEqual({ charts: 3, drawn: 3, overflow: 0 });
  });
});
