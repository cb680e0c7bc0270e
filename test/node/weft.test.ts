// The command `weft` as users run it: the built file, in a process of its own.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { ExperimentRow } from "weftwork/lab";

const command = fileURLToPath(new URL("../../dist/weft.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

function start(args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let [out, errors] = ["", ""];
  child.stdout?.on("data", (data) => {
    out += String(data);
  });
  child.stderr?.on("data", (data) => {
    errors += String(data);
  });
  return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, out, errors }))) };
}

const weft = (...args: string[]): Promise<Ended> => start(args).ended;

const rowsIn = (path: string): ExperimentRow[] =>
  readFileSync(join(folder, path), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ExperimentRow)
    .filter(({ key }) => key !== undefined);

describe("weft lab graphs", () => {
  it("draws the paper's graphs and finds all 34 of Table I", async () => {
    const { code, out } = await weft("lab", "graphs", "--check");
    expect(out.trim().split("\n").at(-1)).toBe("34 of 34");
    expect(code).toBe(0);
  });
});

describe("weft", () => {
  it("says what it can do", async () => {
    const { code, out } = await weft("help");
    expect(code).toBe(0);
    expect(out).toContain("weft lab compare");
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it.each([
    [["lob"], 'Cannot use the command "lob": it is unknown, must be one of lab, help; did you mean "lab"?'],
    [["lab"], 'Cannot run "weft lab": what to do is missing, must be one of graphs, compare, scale, zero, aot'],
    [["lab", "compere"], 'did you mean "lab compare"?'],
    [["lab", "zero", "--graphs", "merge-"], "Cannot draw graph"],
    [["lab", "aot", "--scheduler", "./none.js"], "there is no such file"],
  ])("answers %j in one line, without a stack", async (args, message) => {
    const { code, errors } = await weft(...args);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });
});

describe("weft lab compare", () => {
  const args = ["lab", "compare", "--quick", "--only", "real", "--graphs", "merge-1K,tree-8"];

  it("leaves rows, a table and a report, and has nothing left to measure afterwards", async () => {
    const first = await weft(...args, "--scheduler", "random,work-stealing", "--out", "a");
    expect([first.code, first.errors]).toEqual([0, expect.stringContaining("4 rows")]);
    expect(first.out).toContain("work-stealing");
    const rows = rowsIn("a/compare-quick.jsonl");
    expect(rows.map(({ graph, scheduler, how, runtime }) => [graph, scheduler, how, runtime].join(" "))).toEqual([
      "merge-1K random real node",
      "merge-1K work-stealing real node",
      "tree-8 random real node",
      "tree-8 work-stealing real node",
    ]);
    for (const row of rows) expect(row.samples).toHaveLength(3);
    expect(readFileSync(join(folder, "a/compare-quick.csv"), "utf8").split("\r\n")).toHaveLength(6);
    const html = readFileSync(join(folder, "a/compare-quick.html"), "utf8");
    expect(html).toContain("Schedulers on this machine");
    expect(html).not.toMatch(/(src|href)="(http|\/)/);

    const again = await weft(...args, "--scheduler", "random,work-stealing", "--out", "a");
    expect(again.code).toBe(0);
    expect(rowsIn("a/compare-quick.jsonl")).toEqual(rows);
  });

  it("runs a scheduler of the user's, a class in TypeScript, beside ours", async () => {
    writeFileSync(join(folder, "mine.ts"), MINE);
    const { code, errors } = await weft(...args, "--scheduler", "random,./mine.ts", "--out", "b");
    expect([code, errors]).toEqual([0, expect.stringContaining("4 rows")]);
    expect(new Set(rowsIn("b/compare-quick.jsonl").map(({ scheduler }) => scheduler))).toEqual(
      new Set(["random", "mine"]),
    );
  });

  it("tells what fails and measures the rest", async () => {
    writeFileSync(join(folder, "broken.mjs"), "export default () => { throw new Error('It has no idea') };\n");
    const { code, errors } = await weft(...args, "--scheduler", "random,./broken.mjs", "--out", "c");
    expect(code).toBe(1);
    expect(errors).toContain("It has no idea");
    expect(rowsIn("c/compare-quick.jsonl").map(({ scheduler }) => scheduler)).toEqual(["random", "random"]);
  });
});

describe("weft lab aot", () => {
  it("stops at Ctrl-C and leaves what it has", async () => {
    const { child, ended } = start(["lab", "aot", "--quick", "--scheduler", "random", "--out", "d"]);
    await new Promise<void>((resolve) => {
      let isBegun = false;
      child.stderr?.on("data", (data) => {
        if (isBegun || !/168 workers/.test(String(data))) return; // then the first block is finished
        isBegun = true;
        child.kill("SIGINT");
        resolve();
      });
    });
    const { code, errors } = await ended;
    expect([code, errors]).toEqual([130, expect.stringContaining("Stopped; the same command goes on from here")]);
    const kept = rowsIn("d/aot-quick.jsonl");
    expect(kept.length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, "d/aot-quick.html"), "utf8")).toContain("Figure 8");
  });
});

describe("weft lab compare --only simulated", () => {
  it("comes out the same for the same seed", async () => {
    const args = ["lab", "compare", "--quick", "--only", "simulated", "--graphs", "merge-500", "--seed", "7", "--json"];
    const [first, second] = [await weft(...args, "--out", "e"), await weft(...args, "--out", "f")];
    expect(first.code).toBe(0);
    expect(first.out.trim().split("\n").length).toBeGreaterThanOrEqual(8);
    expect(second.out).toBe(first.out);
  });
});

/** Each task goes to the next worker in turn. */
const MINE = `
interface Fact { readonly kind: string; readonly worker?: number; readonly tasks?: Int32Array }
export default class Mine {
  readonly name: string = "mine";
  #workers: number[] = [];
  #ready: number[] = [];
  #next = 0;
  constructor(readonly_seed: number) {}
  observe(fact: Fact): boolean {
    if (fact.kind === "worker-added") this.#workers.push(fact.worker as number);
    if (fact.kind === "tasks-added") this.#ready.push(...(fact.tasks as Int32Array));
    return this.#ready.length > 0;
  }
  assign(out: { push(task: number, worker: number, priority: number): void }): void {
    if (this.#workers.length === 0) return;
    for (const task of this.#ready.splice(0)) out.push(task, this.#workers[this.#next++ % this.#workers.length] as number, 0);
  }
}
`;
