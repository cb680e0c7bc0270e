import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

describe("a cluster in a page", () => {
  it("is right under everything at once, and leaves nothing", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "scripts/soak.mjs",
      "--minutes=0.5",
      "--in=chromium",
    ]);
    console.log(stdout);
    expect(stdout).toContain("chromium: nothing to complain of");
  });
});
