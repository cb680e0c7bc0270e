import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlab } from "../../src/storage/node-files-port.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { beginScratch, endScratch, newSession, sweepScratch } from "../../src/storage/scratch-store.ts";
import { slabStore } from "../../src/storage/slab-store.ts";
import { describeStore, entryOf, expectFailure, expectSame } from "../conformance/store-suite.ts";

const OPTIONS = { timeout: 5000 };
const folderOf = (session: string): string => join(tmpdir(), `weftwork-${session}`);

describeStore({ describe, it }, "the file store of Node", async ({ room }) => {
  const session = newSession();
  await beginScratch(session);
  const store = await openStore(
    "files",
    { session, worker: 1 },
    room === undefined ? OPTIONS : { ...OPTIONS, limit: room },
  );
  const dispose = async (): Promise<void> => {
    await store.close();
    expect(await endScratch(session, ["files"], [1])).toEqual([]);
    expect(existsSync(folderOf(session))).toBe(false);
  };
  return { store, dispose };
});

describe("the file store of Node", () => {
  it("is what `auto` finds", async () => {
    const session = newSession();
    const store = await openStore("auto", { session, worker: 1 }, OPTIONS);
    expect(store.kind).toBe("files");
    await store.close();
    await endScratch(session, ["files"], [1]);
  });

  it("tells a full disk as `full`, and what was written before is still there", async () => {
    if (!existsSync("/dev/full")) return;
    const session = newSession();
    const real = await openStore("files", { session, worker: 1 }, OPTIONS);
    await real.write([entryOf(1, 100_000)]);
    const full = await openSlab("/dev/full");
    const store = slabStore("files", full);
    for (const size of [1000, 1_000_000]) await expectFailure(store.write([entryOf(size, size)]), "full");
    expectSame(await real.read([1]), [entryOf(1, 100_000).parts]);
    await Promise.all([store.close(), real.close()]);
    await endScratch(session, ["files"], [1]);
  });

  it("is `unavailable` where the temporary folder cannot be written, saying so", async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = "/dev/null";
    try {
      const name = { session: newSession(), worker: 1 };
      const error = await expectFailure(openStore("auto", name, OPTIONS), "unavailable");
      expect(error.message).toContain("ENOTDIR");
      expect(await beginScratch(name.session)).toBe(false);
      await sweepScratch();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it("keeps what it has when its folder is removed under it", async () => {
    const session = newSession();
    const store = await openStore("files", { session, worker: 1 }, OPTIONS);
    await store.write([entryOf(1, 100_000)]);
    rmSync(folderOf(session), { recursive: true });
    await store.write([entryOf(2, 100_000)]);
    expectSame(await store.read([1, 2]), [entryOf(1, 100_000).parts, entryOf(2, 100_000).parts]);
    await store.close();
    expect(await endScratch(session, ["files"], [1])).toEqual([]);
  });

  it("says which stores there are none of", async () => {
    const name = { session: newSession(), worker: 1 };
    await expectFailure(openStore("indexeddb", name, OPTIONS), "unavailable");
    await expectFailure(openStore("opfs", name, OPTIONS), "unavailable");
  });

  it("refuses a session whose name leads elsewhere", async () => {
    await expect(openStore("files", { session: "../x", worker: 1 }, OPTIONS)).rejects.toThrow(/letters, digits/);
  });
});

describe("scratch in Node", () => {
  const outfile = fileURLToPath(
    new URL(`../../node_modules/.cache/weftwork/scratch-${process.pid}.mjs`, import.meta.url),
  );

  beforeAll(async () => {
    const contents = `
      import { beginScratch, newSession } from "./src/storage/scratch-store.ts";
      import { openStore } from "./src/storage/open-store.ts";
      const session = newSession();
      await beginScratch(session);
      const store = await openStore("files", { session, worker: 1 }, { timeout: 5000 });
      await store.write([{ key: 1, parts: [new Uint8Array(1000)] }]);
      console.log(session);
      setInterval(() => {}, 1000);`;
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const stdin = { contents, resolveDir: root, loader: "ts" as const };
    await build({
      stdin,
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      absWorkingDir: root,
      logLevel: "error",
    });
  });

  afterAll(() => rmSync(outfile, { force: true }));

  it("outlives a sweep while its process lives, and is swept when that was killed", async () => {
    const child = spawn(process.execPath, [outfile], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const session = await new Promise<string>((resolve) =>
      child.stdout.once("data", (text) => resolve(String(text).trim())),
    );
    await sweepScratch();
    expect(readdirSync(folderOf(session)).sort()).toEqual(["1.slab", "owner"]);
    child.kill("SIGKILL");
    await ended;
    await sweepScratch();
    expect(existsSync(folderOf(session))).toBe(false);
  });

  it("leaves alone what it cannot know to be dead: of others, of elsewhere, unclaimed, and what is not ours", async () => {
    const owners = { deno: "deno", elsewhere: "node\n999999999\nanother-machine", unclaimed: undefined };
    const folders = Object.values(owners).map((owner) => {
      const folder = folderOf(newSession());
      mkdirSync(folder);
      if (owner !== undefined) writeFileSync(join(folder, "owner"), owner);
      else writeFileSync(join(folder, "1.slab"), "");
      const longAgo = new Date(Date.now() - 10 * 86_400_000);
      utimesSync(folder, longAgo, longAgo);
      return folder;
    });
    const foreign = join(tmpdir(), `weftwork-cache-${process.pid}`);
    mkdirSync(foreign);
    await sweepScratch();
    for (const folder of [...folders, foreign]) {
      expect(existsSync(folder)).toBe(true);
      rmSync(folder, { recursive: true });
    }
  });

  it("leaves alone a second cluster of the same process", async () => {
    const [first, second] = [newSession(), newSession()];
    await Promise.all([first, second].map(beginScratch));
    await sweepScratch();
    expect(await endScratch(first, ["files"], [])).toEqual([]);
    expect([first, second].map((session) => existsSync(folderOf(session)))).toEqual([false, true]);
    expect(await endScratch(second, ["files"], [])).toEqual([]);
    expect(await endScratch(second, ["files"], [])).toEqual([]);
  });
});
