/** Where a worker's results can go that do not fit into memory; see `storage/store.ts`. */
export type StoreKind = "indexeddb" | "opfs" | "files" | "memory";
