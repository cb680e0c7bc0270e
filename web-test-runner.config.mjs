// Tests in a real page, on the built package; TypeScript is stripped on the way to the browser.
import { playwrightLauncher } from "@web/test-runner-playwright";
import { chromium } from "./scripts/chromium.mjs";
import { webTests } from "./scripts/web-tests.mjs";

export default webTests({
  files: ["test/browser/**/*.test.ts", "test/engines/**/*.test.ts"],
  browsers: [playwrightLauncher({ product: "chromium", launchOptions: chromium })],
});
