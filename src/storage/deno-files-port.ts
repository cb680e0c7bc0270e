// Scratch files in Deno, and the word that there are none in browsers. Calls are those that are over when they return:
// with a promise each, 64 KiB cost twenty times as much (decision 0013). Deno is asked what it permits before anything
// is tried, so that nobody is prompted.
import type { ScratchFiles } from "./scratch-files.ts";
import { OWNER, UNCLAIMED } from "./scratch-files.ts";
import type { SlabFile } from "./slab-file.ts";
import { StoreError } from "./store.ts";

/** The part of Deno that is used here; its own types are not installed. */
interface Deno {
  readonly build: { readonly os: string };
  readonly env: { get(name: string): string | undefined };
  readonly permissions: { query(permission: object): Promise<{ readonly state: string }> };
  mkdir(path: string, options: { readonly recursive: boolean }): Promise<void>;
  open(path: string, options: Readonly<Record<string, boolean>>): Promise<DenoFile>;
  readDir(path: string): AsyncIterable<{ readonly name: string }>;
  remove(path: string, options: { readonly recursive: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  stat(path: string): Promise<{ readonly mtime: Date | null }>;
}
interface DenoFile {
  readSync(into: Uint8Array): number | null;
  writeSync(bytes: Uint8Array): number;
  seekSync(offset: number, whence: 0): number;
  statSync(): { readonly size: number };
  lock(exclusive: boolean): Promise<void>;
  /** Since Deno 2.7. */
  tryLock?(exclusive: boolean): Promise<boolean>;
  close(): void;
}

const deno = (globalThis as { readonly Deno?: Deno }).Deno;

export const files: ScratchFiles | undefined = deno && scratchFiles(deno);

function scratchFiles(deno: Deno): ScratchFiles {
  const at = async (folder: string): Promise<string> => `${await temporaryFolder(deno)}/${folder}`;
  return {
    async claim(folder) {
      const path = await at(folder);
      await deno.mkdir(path, { recursive: true });
      const draft = `${path}/${OWNER}-draft`;
      const owner = await deno.open(draft, { write: true, create: true });
      await owner.lock(true); // until the process ends, however it does
      owner.writeSync(new TextEncoder().encode("deno"));
      await deno.rename(draft, `${path}/${OWNER}`);
      return () => owner.close();
    },
    async open(folder, file) {
      const path = await at(folder);
      await deno.mkdir(path, { recursive: true });
      return openSlab(deno, `${path}/${file}`);
    },
    remove: async (folder) => remove(deno, await at(folder)),
    async list() {
      const names: string[] = [];
      for await (const { name } of deno.readDir(await temporaryFolder(deno))) names.push(name);
      return names;
    },
    removeAbandoned: async (folder) => removeAbandoned(deno, await at(folder)),
  };
}

async function openSlab(deno: Deno, path: string): Promise<SlabFile> {
  const file = await deno.open(path, { read: true, write: true, create: true, truncate: true });
  return {
    read(into, at) {
      file.seekSync(at, 0);
      return file.readSync(into) ?? 0;
    },
    write(bytes, at) {
      file.seekSync(at, 0);
      return file.writeSync(bytes);
    },
    size: () => file.statSync().size,
    close: () => file.close(),
  };
}

async function remove(deno: Deno, path: string): Promise<void> {
  try {
    await deno.remove(path, { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whoever holds the lock of the owner's file lives. Folders of other runtimes are theirs to remove. */
async function removeAbandoned(deno: Deno, path: string): Promise<void> {
  let owner: DenoFile;
  try {
    owner = await deno.open(`${path}/${OWNER}`, { read: true, write: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { mtime } = await deno.stat(path);
    const isOld = mtime !== null && Date.now() - mtime.getTime() > UNCLAIMED;
    return isOld ? deno.remove(path, { recursive: false }) : undefined; // if somebody made files in it, it stays
  }
  try {
    const bytes = new Uint8Array(4);
    owner.readSync(bytes);
    const isOurs = new TextDecoder().decode(bytes) === "deno";
    if (isOurs && (await owner.tryLock?.(true)) === true) await remove(deno, path);
  } finally {
    owner.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === "NotFound";

/** @throws {StoreError} "unavailable" when Deno does not permit to read and write there */
async function temporaryFolder(deno: Deno): Promise<string> {
  const isPermitted = async (permission: object): Promise<boolean> =>
    (await deno.permissions.query(permission)).state === "granted";
  let path: string | undefined;
  for (const variable of ["TMPDIR", "TEMP", "TMP"]) {
    if (path === undefined && (await isPermitted({ name: "env", variable })))
      path = deno.env.get(variable) || undefined;
  }
  path ??= deno.build.os === "windows" ? undefined : "/tmp";
  if (path === undefined) throw unavailable("the variable TEMP cannot be read, must be permitted");
  for (const name of ["read", "write"]) {
    if (!(await isPermitted({ name, path }))) throw unavailable(`${name} access to "${path}" must be permitted`);
  }
  return path;
}

const unavailable = (why: string): StoreError => new StoreError("unavailable", `Cannot use temporary files: ${why}`);
