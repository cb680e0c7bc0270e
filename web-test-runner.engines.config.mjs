// The same in Firefox or WebKit; scripts/engines.mjs says which, and has WebKit's driver running.
import { puppeteerLauncher } from "@web/test-runner-puppeteer";
import { webdriverLauncher } from "@web/test-runner-webdriver";
import { firefox, webkitCapabilities } from "./scripts/browsers.mjs";
import { webTests } from "./scripts/web-tests.mjs";

const { ENGINE, WEBDRIVER_PORT } = process.env;
const launcher = ENGINE === "webkit" ? launchWebkit() : puppeteerLauncher({ launchOptions: firefox });

export default {
  ...webTests({ files: "test/engines/**/*.test.ts", browsers: [launcher] }),
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
};

function launchWebkit() {
  const at = { hostname: "127.0.0.1", port: Number(WEBDRIVER_PORT), path: "/" };
  const launcher = webdriverLauncher({ ...at, capabilities: webkitCapabilities });
  return /** @type {import("@web/test-runner").BrowserLauncher} */ (/** @type {unknown} */ (launcher));
}
