import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ResultFile } from "../../src/cli/result-file.ts";
import type { ExperimentRow } from "../../src/lab/experiments/row.ts";
import { rowOf } from "../../src/lab/experiments/row.ts";

const folder = mkdtempSync(join(tmpdir(), "weft-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (graph: string, ...samples: number[]): ExperimentRow =>
  rowOf(
    {
      ...{ experiment: "aot", how: "real", runtime: "node", server: "weftwork", scheduler: "random", graph, tasks: 1 },
      ...{ workers: 1, nodes: 1, workforce: "workers", costs: "none", unit: "ms" },
    },
    samples,
  );

describe("ResultFile", () => {
  it("has the rows and machines of an earlier run", async () => {
    const path = join(folder, "a.jsonl");
    const first = await ResultFile.open(path, false);
    first.add(row("x", 1, 2));
    first.addMachine({ runtime: "node", version: "1", cores: 2 });
    const second = await ResultFile.open(path, false);
    expect(second.rows).toEqual([row("x", 1, 2)]);
    expect(second.machines).toEqual([{ runtime: "node", version: "1", cores: 2 }]);
  });

  it("leaves out a line that was cut off, and goes on behind it", async () => {
    const path = join(folder, "b.jsonl");
    (await ResultFile.open(path, false)).add(row("x", 1));
    appendFileSync(path, JSON.stringify(row("cut", 1)).slice(0, 30));
    const again = await ResultFile.open(path, false);
    again.add(row("y", 1));
    expect((await ResultFile.open(path, false)).rows.map(({ graph }) => graph)).toEqual(["x", "y"]);
  });

  it("keeps the newest of rows with the same key, and forgets all when it is to be fresh", async () => {
    const path = join(folder, "c.jsonl");
    const file = await ResultFile.open(path, false);
    file.add(row("x", 1));
    file.add(row("x", 5));
    expect((await ResultFile.open(path, false)).rows.map(({ median }) => median)).toEqual([5]);
    expect((await ResultFile.open(path, true)).rows).toEqual([]);
  });

  it("notes a machine once", async () => {
    const path = join(folder, "d.jsonl");
    const file = await ResultFile.open(path, false);
    for (let i = 0; i < 3; i++) file.addMachine({ runtime: "node", version: "1", cores: 2 });
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1);
  });
});
