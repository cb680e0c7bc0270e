import { describe, expect, it } from "vitest";
import type { SlabFile } from "../../src/storage/slab-file.ts";
import { slabStore } from "../../src/storage/slab-store.ts";
import { describeStore, entryOf, expectFailure, expectSame } from "../conformance/store-suite.ts";

describeStore({ describe, it }, "a slab store whose file answers late and in pieces", async ({ room }) => {
  const store = slabStore("files", lateFile(), room);
  return { store, dispose: () => store.close() };
});

describe("slabStore", () => {
  it("keeps nothing of a batch when the file takes no more, and goes on when it takes again", async () => {
    const file = lateFile();
    let room = 150_000;
    const store = slabStore("files", {
      ...file,
      write(bytes, at) {
        if (at + bytes.length > room) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        return file.write(bytes, at);
      },
    });
    const first = entryOf(1, 90_000);
    await store.write([first]);
    await expectFailure(store.write([entryOf(2, 10_000), entryOf(3, 90_000)]), "full");
    expectSame(await store.read([1, 2, 3]), [first.parts, undefined, undefined]);
    room = 1e9;
    await store.write([entryOf(4, 90_000)]);
    expectSame(await store.read([1, 4]), [first.parts, entryOf(4, 90_000).parts]);
  });

  it("tells a file that takes no byte as `full`", async () => {
    const store = slabStore("files", { ...lateFile(), write: () => 0 });
    await expectFailure(store.write([entryOf(1, 10)]), "full");
  });

  it("answers undefined for an entry whose bytes were cut off", async () => {
    const file = lateFile();
    const store = slabStore("files", file);
    await store.write([entryOf(1, 1000), entryOf(2, 5000)]);
    file.cut(3000);
    expectSame(await store.read([1, 2]), [entryOf(1, 1000).parts, undefined]);
  });

  it("answers undefined for what was cut off, also when more was written behind it since", async () => {
    const file = lateFile();
    const store = slabStore("files", file);
    await store.write([entryOf(1, 9000), entryOf(2, 20_000), entryOf(3, 40_000)]);
    file.cut(30_000);
    await store.write([entryOf(4, 100_000)]);
    expectSame(await store.read([1, 2, 3, 4]), [
      entryOf(1, 9000).parts,
      undefined,
      undefined,
      entryOf(4, 100_000).parts,
    ]);
  });

  it("tells any other error of the file as `lost`, with its cause", async () => {
    const cause = Object.assign(new Error("the disk is gone"), { code: "EIO" });
    const store = slabStore("files", { ...lateFile(), read: () => Promise.reject(cause) });
    await store.write([entryOf(1, 10)]);
    expect((await expectFailure(store.read([1]), "lost")).cause).toBe(cause);
  });

  it("closes its file once, and not before what has begun has ended", async () => {
    const file = lateFile();
    const store = slabStore("files", file);
    const writing = store.write([entryOf(1, 300_000)]);
    await Promise.all([store.close(), store.close()]);
    await writing;
    expect(file.closed).toBe(1);
  });
});

/** A file in memory that answers in a later turn, and reads and writes at most 50,000 bytes at once. */
function lateFile(): SlabFile & { cut(size: number): void; closed: number } {
  let content = new Uint8Array(0);
  let size = 0;
  const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    closed: 0,
    async read(into, at) {
      await later();
      if (this.closed > 0) throw new Error("read after close");
      const found = content.subarray(at, Math.min(size, at + Math.min(into.length, 50_000)));
      into.set(found);
      return found.length;
    },
    async write(bytes, at) {
      const piece = bytes.slice(0, 50_000);
      await later();
      if (this.closed > 0) throw new Error("write after close");
      if (at + piece.length > content.length) {
        const grown = new Uint8Array((at + piece.length) * 2);
        grown.set(content);
        content = grown;
      }
      content.set(piece, at);
      size = Math.max(size, at + piece.length);
      return piece.length;
    },
    async size() {
      await later();
      return size;
    },
    close() {
      this.closed++;
    },
    cut(wanted) {
      size = wanted;
      content.fill(0, wanted);
    },
  };
}
