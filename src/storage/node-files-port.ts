// Scratch files in Node. Small stretches are read and written by calls that are over when they return: a trip through
// the thread pool costs ten times as much (decision 0013). Larger ones do not hold the thread up.
import { fstatSync, read, readlinkSync, readSync, write, writeSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { ScratchFiles } from "./scratch-files.ts";
import { OWNER, UNCLAIMED } from "./scratch-files.ts";
import type { SlabFile } from "./slab-file.ts";

/** Stretches of at most so many bytes block the thread. */
const AT_ONCE = 524_288;

export const files: ScratchFiles | undefined = {
  async claim(folder) {
    const path = join(tmpdir(), folder);
    await mkdir(path, { recursive: true });
    const draft = join(path, `${OWNER}-${process.pid}`);
    await writeFile(draft, `node\n${process.pid}\n${place()}`);
    await rename(draft, join(path, OWNER)); // whole or not at all
    return () => undefined;
  },
  async open(folder, file) {
    const path = join(tmpdir(), folder);
    await mkdir(path, { recursive: true });
    return openSlab(join(path, file));
  },
  remove: (folder) => rm(join(tmpdir(), folder), { recursive: true, force: true }),
  list: () => readdir(tmpdir()),
  async removeAbandoned(folder) {
    const path = join(tmpdir(), folder);
    const owner = await readFile(join(path, OWNER), "utf8").catch(() => undefined);
    if (owner === undefined) await removeUnclaimed(path);
    else if (isGone(owner)) await rm(path, { recursive: true, force: true });
  },
};

/** A slab over a file that is made, or emptied. */
export async function openSlab(path: string): Promise<SlabFile> {
  const handle = await open(path, "w+");
  const { fd } = handle;
  return {
    read(into, at) {
      const { length } = into;
      if (length <= AT_ONCE) return readSync(fd, into, 0, length, at);
      return new Promise((resolve, reject) => {
        read(fd, into, 0, length, at, (error, found) => (error === null ? resolve(found) : reject(error)));
      });
    },
    write(bytes, at) {
      const { length } = bytes;
      if (length <= AT_ONCE) return writeSync(fd, bytes, 0, length, at);
      return new Promise((resolve, reject) => {
        write(fd, bytes, 0, length, at, (error, written) => (error === null ? resolve(written) : reject(error)));
      });
    },
    size: () => fstatSync(fd).size,
    close: () => handle.close(),
  };
}

/** If somebody made files in it, it stays. */
async function removeUnclaimed(path: string): Promise<void> {
  if (Date.now() - (await stat(path)).mtimeMs > UNCLAIMED) await rmdir(path);
}

/** Only an owner that is seen from here can be known to be gone. */
function isGone(owner: string): boolean {
  const [runtime, pid, where] = owner.split("\n");
  return runtime === "node" && where === place() && !isAlive(Number(pid));
}

/** Process ids mean something on one machine only, and there in one namespace. */
function place(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code !== "ESRCH";
  }
}
