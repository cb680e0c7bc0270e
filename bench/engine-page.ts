// Runs a bench's page in any of the browser engines, cross-origin isolated. The page posts its result to "/result".
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { firefox, webkitCapabilities } from "../scripts/browsers.mjs";
import { chromium, isolationHeaders } from "../scripts/chromium.mjs";
import { startWebkitDriver } from "../scripts/webkit-driver.mjs";
import { bundlePageScript } from "./page-script.ts";

export type EngineName = "chromium" | "firefox" | "webkit";

/** Milliseconds after which a page that has not posted its result hangs. */
const LIMIT = 600_000;

/** Opens a page that runs `sources` of bench/ named main.ts, beside the others, and returns what it posts. */
export async function runInEngine(engine: EngineName, sources: readonly string[]): Promise<unknown> {
  const files = new Map(await Promise.all(sources.map(bundled)));
  files.set("/", `<!doctype html><meta charset="utf-8"><script type="module" src="main.js"></script>`);
  files.set("/favicon.ico", "");
  let settle: (result: unknown) => void = () => {};
  const result = new Promise((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value);
    if (request.method === "POST") {
      void textOf(request).then((text) => {
        response.end();
        if (path === "/result") settle(JSON.parse(text));
        else console.error(`${engine}: ${text}`);
      });
      return;
    }
    const text = files.get(path) ?? builtFile(path);
    const type = path === "/" ? "text/html" : "text/javascript";
    response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const close = await OPEN[engine](`http://127.0.0.1:${port}/`);
  const timer = setTimeout(() => settle(new Error(`Cannot bench in ${engine}: its page posted no result`)), LIMIT);
  try {
    const outcome = await result;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  } finally {
    clearTimeout(timer);
    await close();
    server.close();
    server.closeAllConnections();
  }
}

/** Opens a page and returns how to close it with its browser. */
const OPEN: Readonly<Record<EngineName, (url: string) => Promise<() => Promise<void>>>> = {
  async chromium(url) {
    const browser = await playwright.launch(chromium);
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(url);
    return () => browser.close();
  },
  async firefox(url) {
    const profile = mkdtempSync(join(tmpdir(), "weftwork-firefox-"));
    writeFileSync(join(profile, "user.js"), FIREFOX_PREFERENCES);
    const args = ["--headless", "--no-remote", "--profile", profile, url];
    const child = spawn(firefox.executablePath, args, { detached: true, stdio: "ignore" });
    return async () => {
      await endGroup(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
  },
  async webkit(url) {
    const { port, stop } = await startWebkitDriver();
    const command = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: JSON.stringify(body) });
    const { "webkitgtk:browserOptions": options } = webkitCapabilities;
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { value } = (await (await command("/session", { capabilities })).json()) as { value: { sessionId: string } };
    await command(`/session/${value.sessionId}/url`, { url });
    return async () => stop();
  },
};

const FIREFOX_PREFERENCES = `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("startup.homepage_welcome_url", "");
user_pref("network.captive-portal-service.enabled", false);
`;

function endGroup(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    if (child.pid === undefined) resolve();
    else process.kill(-child.pid, "SIGKILL");
  });
}

async function bundled(source: string): Promise<[string, string]> {
  return [`/${source.replace(/^.*\//, "").replace(/\.ts$/, ".js")}`, await bundlePageScript(source)];
}

/** The package's own worker, with the chunks that it loads. */
function builtFile(path: string): string | undefined {
  const file = new URL(`../dist${path}`, import.meta.url);
  return path.endsWith(".js") && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
