// The origin private file system: one file per worker, held by a synchronous access handle, which only workers can have.
// Firefox and the standard give one handle per file, so a file whose worker is still dying is waited for.
import { retrying } from "./deadline-port.ts";
import { folderName, slabName } from "./scratch-names.ts";
import type { SlabFile } from "./slab-file.ts";
import { slabStore } from "./slab-store.ts";
import type { ScratchName, Store } from "./store.ts";
import { StoreError } from "./store.ts";
import { storeError } from "./store-failures.ts";

/** What workers see of an access handle; the page's library does not know it. */
interface AccessHandle {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  close(): void;
}
interface FileHandle {
  createSyncAccessHandle?(): Promise<AccessHandle>;
}

const ACTION = "open a file of the origin private file system";

/**
 * @param patience milliseconds for which a file that somebody else holds is tried again
 * @param limit in bytes
 * @throws {StoreError}
 */
export async function openOpfsStore(name: ScratchName, patience: number, limit?: number): Promise<Store> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderName(name.session), { create: true });
    const file = (await folder.getFileHandle(slabName(name), { create: true })) as FileHandle;
    if (file.createSyncAccessHandle === undefined) {
      throw new StoreError("unavailable", `Cannot ${ACTION}: this is no dedicated worker, or an old browser`);
    }
    const handle = await retrying(() => openHandle(file), patience);
    probe(handle);
    return slabStore("opfs", slabFile(handle), limit);
  } catch (error) {
    throw storeError(ACTION, error, "unavailable");
  }
}

async function openHandle(file: FileHandle): Promise<AccessHandle> {
  return await (file as Required<FileHandle>).createSyncAccessHandle();
}

/** That a file can be opened does not say that it can be written. */
function probe(handle: AccessHandle): void {
  const bytes = new Uint8Array([119]);
  try {
    handle.truncate(0);
    const isSame =
      handle.write(bytes, { at: 0 }) === 1 && handle.read(bytes.fill(0), { at: 0 }) === 1 && bytes[0] === 119;
    if (!isSame) throw new StoreError("unavailable", `Cannot ${ACTION}: it does not keep what is written`);
  } catch (error) {
    handle.close();
    throw storeError(ACTION, error, "unavailable");
  }
}

function slabFile(handle: AccessHandle): SlabFile {
  return {
    read: (into, at) => handle.read(into, { at }),
    write: (bytes, at) => handle.write(bytes, { at }),
    size: () => handle.getSize(),
    close: () => handle.close(),
  };
}
