import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findBreaches } from "../../scripts/check-layers.mjs";

const trees: string[] = [];

/** Writes the files to a temporary tree and returns what the check says of it. */
function breachesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "weftwork-layers-"));
  trees.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return findBreaches(root);
}

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true });
});

describe("findBreaches", () => {
  const ids = { "src/base/ids.ts": "export const one = 1;\n" };
  const contract = { "src/scheduler/scheduler.ts": "export type Scheduler = number;\n" };

  it("finds nothing in a tree that keeps to the ranks", () => {
    const graph = 'import { one } from "../base/ids.ts";\nexport const two = one + 1;\n';
    const index = 'export { two } from "./graph/graph.ts";\n';
    expect(breachesOf({ ...ids, "src/graph/graph.ts": graph, "src/index.ts": index })).to.deep.equal([]);
  });

  it("reports an import from a lower rank", () => {
    const breaches = breachesOf({
      ...contract,
      "src/base/ids.ts": 'export type { Scheduler } from "../scheduler/scheduler.ts";\n',
    });
    expect(breaches).to.deep.equal([
      'src/base/ids.ts:1: import of "../scheduler/scheduler.ts": base may not import scheduler',
    ]);
  });

  it("lets a row that says (types) import types and nothing else", () => {
    const port = { "src/transport/port.ts": "export interface Port {}\n" };
    const types = 'import type { Port } from "../transport/port.ts";\nexport type Mine = Port;\n';
    expect(breachesOf({ ...port, "src/reactor/machine.ts": types })).to.deep.equal([]);
    expect(breachesOf({ ...port, "src/reactor/machine.ts": 'import "../transport/port.ts";\n' })).to.deep.equal([
      'src/reactor/machine.ts:1: import of "../transport/port.ts": reactor may import only transport (types)',
    ]);
  });

  it("lets cluster import dask lazily only", () => {
    const bridge = { "src/dask/bridge.ts": "export const bridge = 1;\n" };
    const lazy = 'export const load = () => import("../dask/bridge.ts");\n';
    expect(breachesOf({ ...bridge, "src/cluster/cluster.ts": lazy })).to.deep.equal([]);
    const eager = 'export { bridge } from "../dask/bridge.ts";\n';
    expect(breachesOf({ ...bridge, "src/cluster/cluster.ts": eager })).to.have.length(1);
  });

  it("reports a cycle once, with its files in order", () => {
    const breaches = breachesOf({
      "src/base/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n',
      "src/base/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;\n',
    });
    expect(breaches).to.deep.equal(["cycle: src/base/a.ts > src/base/b.ts > src/base/a.ts"]);
  });

  it("reports the host's globals outside effects files, and not our own names for things", () => {
    const clock = "export const now = () => Date.now() + Math.random();\n";
    expect(breachesOf({ "src/worker/machine.ts": clock })).to.deep.equal([
      'src/worker/machine.ts:1: "Date.now" of the host in a file without effects',
      'src/worker/machine.ts:1: "Math.random" of the host in a file without effects',
    ]);
    expect(breachesOf({ "src/worker/driver.ts": clock, "src/lab/clock.ts": clock })).to.deep.equal([]);
    const ours =
      "export function run(fetch: { Worker: number }) {\n  return fetch.Worker + { process: 1 }.process;\n}\n";
    expect(breachesOf({ "src/worker/machine.ts": ours })).to.deep.equal([]);
  });

  it("tells a Date that is a value from a Date that reads the clock", () => {
    const value = "export const copy = (d: unknown) => (d instanceof Date ? new Date(d.getTime()) : d);\n";
    expect(breachesOf({ "src/codec/dates.ts": value })).to.deep.equal([]);
    expect(breachesOf({ "src/codec/dates.ts": "export const now = [new Date(), Date()];\n" })).to.have.length(2);
  });

  it("reports a global that a file declares for itself", () => {
    const cheat = "declare const performance: { now(): number };\nexport const now = () => performance.now();\n";
    expect(breachesOf({ "src/reactor/machine.ts": cheat })).to.deep.equal([
      'src/reactor/machine.ts:1: "performance" of the host in a file without effects',
      'src/reactor/machine.ts:2: "performance" of the host in a file without effects',
    ]);
  });

  it("allows node: in ports, stores and Node's platform only", () => {
    const text = 'import "node:fs";\n';
    const allowed = ["src/storage/file-store.ts", "src/transport/tcp-port.ts", "src/cluster/platform-node.ts"];
    expect(breachesOf(Object.fromEntries(allowed.map((file) => [file, text])))).to.deep.equal([]);
    expect(breachesOf({ "src/cluster/options.ts": text, "src/worker/driver.ts": text })).to.have.length(2);
  });

  it("keeps the demo to the public entries", () => {
    const manifest = JSON.stringify({ exports: { ".": "./x.js", "./worker": "./y.js" } });
    const page = 'import "weftwork";\nimport "weftwork/worker";\nimport "uplot";\nimport "./chart.ts";\n';
    expect(breachesOf({ "package.json": manifest, "demo/page.ts": page })).to.deep.equal([]);
    const inner = 'import "../src/base/ids.ts";\nimport "weftwork/src/base/ids.ts";\n';
    expect(breachesOf({ "package.json": manifest, ...ids, "demo/page.ts": inner })).to.have.length(2);
  });

  it("reports an entry that does more than re-export, a file of 401 lines and a name that says nothing", () => {
    expect(breachesOf({ "src/index.ts": "export const version = 1;\n" })).to.deep.equal([
      "src/index.ts:1: a public entry holds re-exports only",
    ]);
    expect(breachesOf({ "src/base/long.ts": `${"\n".repeat(400)}export {};\n` })).to.deep.equal([
      "src/base/long.ts: 401 lines, must be at most 400",
    ]);
    expect(breachesOf({ "src/base/string-utils.ts": "export {};\n" })).to.deep.equal([
      'src/base/string-utils.ts: the word "utils" says nothing about what it holds',
    ]);
  });
});
