// Pages with policies of their own: what they allow works, and where they forbid something the error says the cure.
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium as launchOptions } from "../../scripts/chromium.mjs";
import { removeApps } from "../support/e2e/packed-package.ts";
import { logOf } from "../support/e2e/page-log.ts";
import { bundleApp, copyScripts, served } from "../support/e2e/served-app.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});

afterAll(async () => {
  await browser.close();
  await removeApps();
});

/** A policy that demands Trusted Types and allows those of one name. */
const demanding = (policy: string, scripts = "'self'"): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": `script-src ${scripts}; worker-src 'self'; require-trusted-types-for 'script'; trusted-types ${policy}`,
});

describe("a page that demands Trusted Types", () => {
  it("starts the package's worker and one that is named, executors too, where the policy is allowed", async () => {
    const { folder } = await bundleApp("plain-page", [
      ["trusted-types.ts", "main"],
      ["table-tasks.ts", "table-tasks"],
    ]);
    await copyScripts(folder, "worker", "server");
    await served(folder, demanding("weftwork"), async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines.slice(0, -1)).to.deep.equal([
        "1 core, server main: last 6",
        "2 cores, server main: last 6",
        "1 core, server worker: last 6",
      ]);
    });
  });

  it("is told to allow the policy where it is not, and forbids plain functions by the name of the directive", async () => {
    const { folder } = await bundleApp("plain-page", [["default-worker.ts", "main"]]);
    await copyScripts(folder, "worker");
    await served(folder, demanding("another"), async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0])
        .to.match(
          /^EngineError: Cannot start worker \d from its script: phase "fetch" failed: the page demands Trusted Types/,
        )
        .and.include("trusted-types weftwork")
        .and.include("`worker: () => new Worker(");
    });
    await served(folder, demanding("weftwork", "'self' 'unsafe-eval'"), async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0]).to.match(/^EngineError: .*Content-Security-Policy/);
    });
  });
});

describe("a page whose Content-Security-Policy forbids the worker's script", () => {
  it("is told the directive and what it must allow", async () => {
    const { folder } = await bundleApp("plain-page", [["default-worker.ts", "main"]]);
    await copyScripts(folder, "worker");
    const policy = { "Content-Security-Policy": "script-src 'self'; worker-src 'none'" };
    await served(folder, policy, async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0])
        .to.include(
          `from ${url}worker.js: phase "fetch" failed: the page's Content-Security-Policy forbids it by worker-src`,
        )
        .and.include("worker-src 'self'");
    });
  });
});
