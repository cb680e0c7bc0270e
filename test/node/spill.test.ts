// Workers whose files fail them in the middle of work: no value is lost that can be had, and events tell.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { ClusterEvent, ClusterOptions } from "weftwork";
import { Cluster } from "weftwork";
import { columns, computeAll, eventually, gatherAll, rows, totalMemory, watch } from "../support/cluster/overfull.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function withSpilling(
  options: ClusterOptions,
  body: (cluster: Cluster, events: ClusterEvent[]) => Promise<void>,
): Promise<void> {
  const cluster = await Cluster.create({ workers: 2, memoryLimit: columns.memoryLimit, ...options });
  try {
    await body(cluster, watch(cluster));
  } finally {
    await cluster.close();
  }
  expect(ownScratch()).toEqual([]);
}

/** The scratch folders of this process. */
function ownScratch(): string[] {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith("weftwork-"));
  return folders
    .map((name) => join(tmpdir(), name))
    .filter((folder) => existsSync(join(folder, "owner")))
    .filter((folder) => readFileSync(join(folder, "owner"), "utf8").startsWith(`node\n${process.pid}\n`));
}

const ownSlabs = (): string[] =>
  ownScratch().flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".slab"))
      .map((name) => join(folder, name)),
  );

/** On a worker: its disk is full when so many bytes have been written from now on; undefined: never again. */
const fillDiskAfter = (bytes: number | undefined): void => {
  interface Scope {
    room?: number | undefined;
    isPatched?: boolean;
  }
  const scope = globalThis as Scope;
  const fs = process.getBuiltinModule("node:fs");
  scope.room = bytes;
  if (scope.isPatched) return;
  scope.isPatched = true;
  const refusal = (length: number): Error | undefined => {
    if (scope.room === undefined || (scope.room -= length) >= 0) return undefined;
    return Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", errno: -28 });
  };
  type AnyCall = (...args: readonly unknown[]) => unknown;
  for (const name of ["write", "writev", "writeSync", "writevSync"] as const) {
    const real = fs[name] as unknown as AnyCall;
    const refusing = (...args: readonly unknown[]): unknown => {
      const bytes = [args[1]].flat() as readonly Uint8Array[];
      const error = refusal(bytes.reduce((sum, { byteLength }) => sum + byteLength, 0));
      if (error === undefined) return real(...args);
      if (name.endsWith("Sync")) throw error;
      return void setImmediate(args.at(-1) as AnyCall, error);
    };
    Object.assign(fs, { [name]: refusing });
  }
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
};

const kindsOf = (events: readonly ClusterEvent[]): string[] => [...new Set(events.map(({ kind }) => kind))].sort();

describe("Cluster whose files fail it", () => {
  for (const graph of [columns, rows]) {
    it(`keeps ${graph.name} in memory when the disk is full, says so, and stores again when there is room`, () =>
      withSpilling({ memoryLimit: graph.memoryLimit }, async (cluster, events) => {
        const results = await computeAll<unknown>(cluster, graph as never, () =>
          cluster.run(fillDiskAfter, graph.memoryLimit / 4),
        );
        expect(kindsOf(events)).toEqual(["spill-began", "spill-stopped"]);
        for (const event of events) {
          if (event.kind === "spill-stopped") expect(event.reason).toMatch(/ENOSPC/);
        }
        await gatherAll<unknown>(cluster, graph as never, results);
        await cluster.run(fillDiskAfter, undefined);
        for (const result of results) result.release();
        const { written } = await eventually(
          () => totalMemory(cluster),
          ({ inMemory, stored }) => inMemory + stored === 0,
        );
        await computeAll<unknown>(cluster, graph as never);
        expect((await totalMemory(cluster)).written - written).toBeGreaterThan(5 * graph.memoryLimit);
      }));

    it(`computes ${graph.name} again that are gone because the file was cut off, and says how many`, () =>
      withSpilling({ memoryLimit: graph.memoryLimit }, async (cluster, events) => {
        const results = await computeAll<unknown>(cluster, graph as never, async () => {
          for (const slab of ownSlabs()) truncateSync(slab);
        });
        await gatherAll<unknown>(cluster, graph as never, results);
        expect(kindsOf(events)).toEqual(["spill-began", "spill-lost"]);
      }));
  }

  it("loses nothing with the folder: what is open stays", () =>
    withSpilling({}, async (cluster, events) => {
      const results = await computeAll(cluster, columns, async () => {
        expect(ownSlabs()).toHaveLength(2);
        for (const folder of ownScratch()) rmSync(folder, { recursive: true });
      });
      await gatherAll(cluster, columns, results);
      expect(kindsOf(events)).toEqual(["spill-began"]);
    }));

  it("says why nothing is stored where the temporary folder cannot be written, and computes all in memory", async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = "/dev/null";
    try {
      const cluster = await Cluster.create({ workers: 2, memoryLimit: columns.memoryLimit });
      try {
        const events = watch(cluster);
        await gatherAll(cluster, columns, await computeAll(cluster, columns));
        expect(events.map(({ kind }) => kind)).toEqual(["spill-stopped", "spill-stopped"]);
        for (const event of events)
          expect(event).toHaveProperty("reason", expect.stringMatching(/no place for them can be claimed/));
      } finally {
        await cluster.close();
      }
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it("goes on when the system lets no file grow any more", async () => {
    const script = `
      import { Cluster } from "weftwork";
      const cluster = await Cluster.create({ workers: 2, memoryLimit: "4 MB" });
      const kinds = new Set();
      cluster.events.subscribe((event) => kinds.add(event.kind + (event.reason ? " " + /E[A-Z]+/.exec(event.reason)?.[0] : "")));
      const results = cluster.map((n) => new Float64Array(31_250).fill(n), Array.from({ length: 120 }, (_, n) => n));
      const sums = results.map((result) => cluster.submit((list) => list.reduce((a, b) => a + b) / 31_250, result));
      console.log((await cluster.gather(sums)).reduce((a, b) => a + b));
      console.log((await cluster.gather(results)).reduce((sum, list) => sum + list[31_249], 0));
      console.log([...kinds].sort().join());
      await cluster.close();
    `;
    // 4,096 blocks of 512 bytes; the signal that comes with the error is ignored, as when a service manager does it.
    const shell = `trap '' XFSZ; ulimit -f 4096; exec "$0" --input-type=module --eval "$1"`;
    const { stdout } = await promisify(execFile)("sh", ["-c", shell, process.execPath, script], {
      cwd: root,
      timeout: 25_000,
    });
    expect(stdout.trim().split("\n")).toEqual(["7140", "7140", "spill-began,spill-stopped EFBIG"]);
  });
});
