import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("a cluster in Node", () => {
  it("is right under everything at once, and leaves nothing", { timeout: 120_000 }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/soak.mjs", "--minutes=0.5", "--in=node"], {
      encoding: "utf8",
    });
    console.log(stdout);
    expect(status, `${stdout}${stderr}`).to.equal(0);
  });
});
