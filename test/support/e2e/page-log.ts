// Opens a page in Chromium and waits for what it logs. A page that fails says why, instead of a test that times out.
import type { BrowserContext } from "playwright-core";

export interface PageLog {
  /** The lines of console.log, in order. */
  readonly lines: readonly string[];
  /** Errors that nobody caught, and console.error. */
  readonly errors: readonly string[];
}

/** What the page logged when it logged `last`. */
export async function logOf(
  browser: Pick<BrowserContext, "newPage">,
  url: string,
  last: string | RegExp,
): Promise<PageLog> {
  const page = await browser.newPage();
  const lines: string[] = [];
  const errors: string[] = [];
  try {
    const isDone = new Promise<void>((resolve, reject) => {
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
        if (message.type() !== "log") return;
        lines.push(message.text());
        if (typeof last === "string" ? message.text() === last : last.test(message.text())) resolve();
      });
      page.on("pageerror", (error) => {
        errors.push(String(error));
        reject(error);
      });
    });
    isDone.catch(() => {}); // reported below
    await page.goto(url);
    await Promise.race([
      isDone,
      failLater(() => `${url} did not log ${last}, only ${JSON.stringify({ lines, errors })}`),
    ]);
    return { lines, errors };
  } finally {
    await page.close();
  }
}

function failLater(text: () => string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(text())), 45_000).unref();
  });
}
