// The packed package in a Vite project, as most people will first meet it: the dev server, the build, and the preview.
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import type { InlineConfig } from "vite";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";
import { installApp, readQuickStart, removeApps } from "../support/e2e/packed-package.ts";
import { logOf } from "../support/e2e/page-log.ts";

let browser: Browser;
let quickStart: string;
let withTasks: string;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
  quickStart = await installApp("quick-start");
  await writeFile(join(quickStart, "main.ts"), await readQuickStart());
  withTasks = await installApp("with-tasks");
});

afterAll(async () => {
  await browser.close();
  await removeApps();
});

/** What an empty project has: nothing but what the test needs to run beside others. */
const emptyProject = (root: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: "error",
  server: { port: 0, host: "localhost" },
  preview: { port: 0, host: "localhost" },
});

function portOf(server: { address(): unknown } | null): number {
  return (server?.address() as AddressInfo | undefined)?.port ?? 0;
}

async function inDev(root: string, check: (url: string) => Promise<void>): Promise<void> {
  const server = await createServer(emptyProject(root));
  try {
    await server.listen();
    await check(`http://localhost:${portOf(server.httpServer)}/`);
  } finally {
    await server.close();
  }
}

async function builtAndPreviewed(root: string, check: (url: string) => Promise<void>): Promise<void> {
  await build(emptyProject(root));
  const server = await preview(emptyProject(root));
  try {
    await check(`http://localhost:${portOf(server.httpServer)}/`);
  } finally {
    await server.close();
  }
}

describe("the README's quick start as main.ts of an empty Vite project", () => {
  const check = async (url: string): Promise<void> => {
    const { lines, errors } = await logOf(browser, url, "14");
    expect(lines).to.deep.equal(["14"]);
    expect(errors.filter((text) => !text.includes("favicon") && !text.includes("404"))).to.deep.equal([]);
  };

  it("runs under vite dev", () => inDev(quickStart, check));

  it("runs when it is built and served by vite preview", () => builtAndPreviewed(quickStart, check));
});

describe("a worker file of one's own, with typed tasks, in a Vite project", () => {
  const check = async (url: string): Promise<void> => {
    const { lines } = await logOf(browser, url, /^plain/);
    expect(lines).to.deep.equal(["36", "plain 36"]);
  };

  it("runs under vite dev", () => inDev(withTasks, check));

  it("runs when it is built and served by vite preview", () => builtAndPreviewed(withTasks, check));
});

describe("data frames in a Vite project", () => {
  const check = async (url: string): Promise<void> => {
    const { lines } = await logOf(browser, url, "end");
    expect(lines).to.deep.equal(["a 2 4", "b 1 2", "end"]);
  };

  it("find their kernels under vite dev", async () => inDev(await installApp("frames-page"), check));

  it("find their kernels when it is built and served by vite preview", async () =>
    builtAndPreviewed(await installApp("frames-page"), check));
});
