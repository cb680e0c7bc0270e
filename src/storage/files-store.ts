// Files: one per worker in the temporary folder, where the host has one (Node, Deno).
import { files } from "#files";
import { folderName, slabName } from "./scratch-names.ts";
import { slabStore } from "./slab-store.ts";
import type { ScratchName, Store } from "./store.ts";
import { StoreError } from "./store.ts";
import { storeError } from "./store-failures.ts";

/** @param limit in bytes @throws {StoreError} */
export async function openFilesStore(name: ScratchName, limit?: number): Promise<Store> {
  const action = "open a file in the temporary folder";
  if (files === undefined) throw new StoreError("unavailable", `Cannot ${action}: this is neither Deno nor Node`);
  try {
    return slabStore("files", await files.open(folderName(name.session), slabName(name)), limit);
  } catch (error) {
    throw storeError(action, error, "unavailable");
  }
}
