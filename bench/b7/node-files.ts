// A file in Node, ours and bare: positional calls, which are over when they return up to 512 KiB, as is fastest there.
import { readSync, writeSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/storage/open-store.ts";
import { beginScratch, endScratch, newSession } from "../../src/storage/scratch-store.ts";
import type { Pairs } from "./pairs.ts";
import { measurePairs } from "./pairs.ts";

const AT_ONCE = 524_288;

export async function measureNodeFiles(): Promise<Pairs[]> {
  const session = newSession();
  await beginScratch(session);
  const store = await openStore("files", { session, worker: 1 }, { timeout: 10_000 });
  const folder = await mkdtemp(join(tmpdir(), "bare-"));
  const file = await open(join(folder, "bare"), "w+");
  const pairs = await measurePairs(
    store,
    {
      async write(values) {
        for (const [i, value] of values.entries()) {
          if (value.length <= AT_ONCE) writeSync(file.fd, value, 0, value.length, i * value.length);
          else await file.write(value, 0, value.length, i * value.length);
        }
      },
      read: (count, size) =>
        Promise.all(
          Array.from({ length: count }, async (_, i) => {
            const bytes = new Uint8Array(size);
            if (size <= AT_ONCE) readSync(file.fd, bytes, 0, size, i * size);
            else await file.read(bytes, 0, size, i * size);
            return bytes;
          }),
        ),
      delete: async () => {},
    },
    true,
  );
  await Promise.all([store.close(), file.close()]);
  await Promise.all([endScratch(session, ["files"], [1]), rm(folder, { recursive: true })]);
  return pairs;
}
