// What stores and their removal need of a temporary folder. Node and Deno have one, each behind the conditional import
// "#files"; elsewhere `files` of that module is undefined.
import type { SlabFile } from "./slab-file.ts";

/** Folders lie in the system's temporary folder, named by scratch-names.ts. Methods reject with the host's errors. */
export interface ScratchFiles {
  /** Makes the folder and owns it until this process ends or calls what this answers. */
  claim(folder: string): Promise<() => void>;
  /** Makes the folder if need be, and in it a new file without content. */
  open(folder: string, file: string): Promise<SlabFile>;
  /** Removes the folder and all in it; well if there is none. */
  remove(folder: string): Promise<void>;
  /** The names of all folders there, not ours alone. */
  list(): Promise<readonly string[]>;
  /** Removes a folder whose owner is known to be gone, and no other. */
  removeAbandoned(folder: string): Promise<void>;
}

/** An empty folder that nobody has claimed is left alone for so many milliseconds: somebody may be about to. */
export const UNCLAIMED = 86_400_000;

/** The file in each folder that says whose it is. */
export const OWNER = "owner";
