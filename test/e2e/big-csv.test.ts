// What `npm run big-csv` does with 1 GB, with 50 MB: a File of the page in Chromium, and Deno, both under a memory limit;
// then a broken row in the middle.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/big-csv.mjs", import.meta.url));

describe("a CSV file of 50 MB", () => {
  it("is grouped right in Chromium and Deno, and its broken row is named", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, "50e6", "--built"]);
    console.log(stdout);
    expect(stdout.match(/^(Deno|Chromium): right/gm)).toHaveLength(4);
  });
});
