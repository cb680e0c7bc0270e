// Opens the store that is asked for, or with "auto" the fastest that works here. Each kind is a lazy chunk of its own.
import { withDeadline } from "./deadline-port.ts";
import type { ScratchName, Store, StoreFailure, StoreKind } from "./store.ts";
import { isStoreError, StoreError } from "./store.ts";

export interface OpenOptions {
  /** Milliseconds that opening may take. */
  readonly timeout: number;
  /** Bytes that it may hold; IndexedDB knows the browser's quota only. */
  readonly limit?: number;
}

type Opener = (name: ScratchName, options: OpenOptions) => Promise<Store>;

const OPENERS: Readonly<Record<StoreKind, Opener>> = {
  opfs: async (name, { timeout, limit }) => (await import("./opfs-store.ts")).openOpfsStore(name, timeout / 2, limit),
  indexeddb: async (name, { timeout }) =>
    (await import("./indexeddb-store.ts")).openIndexedDbStore(name, timeout * 0.8),
  files: async (name, { limit }) => (await import("./files-store.ts")).openFilesStore(name, limit),
  memory: async (_, { limit }) => (await import("./memory-store.ts")).memoryStore(limit),
};

const host = globalThis as {
  readonly indexedDB?: unknown;
  readonly navigator?: { readonly storage?: { readonly getDirectory?: unknown } };
};

/**
 * Opens a worker's store. "auto" tries what the host has: OPFS, then IndexedDB, then files; never memory.
 * @throws {StoreError} saying what is missing; it settles within the timeout, times the number of kinds tried
 */
export async function openStore(kind: "auto" | StoreKind, name: ScratchName, options: OpenOptions): Promise<Store> {
  if (kind !== "auto") return openOne(kind, name, options);
  const failures: StoreError[] = [];
  for (const candidate of candidates()) {
    try {
      return await openOne(candidate, name, options);
    } catch (error) {
      if (!isStoreError(error)) throw error;
      failures.push(error);
    }
  }
  const failure: StoreFailure = failures.find((each) => each.failure !== "unavailable")?.failure ?? "unavailable";
  throw new StoreError(failure, `Cannot open any store: ${failures.map(({ message }) => message).join("; ")}`);
}

/** In order of speed as measured (decision 0013). */
function candidates(): readonly StoreKind[] {
  const isWeb = host.indexedDB !== undefined;
  const hasOpfs = host.navigator?.storage?.getDirectory !== undefined;
  return [...(hasOpfs ? (["opfs"] as const) : []), ...(isWeb ? (["indexeddb"] as const) : []), "files"];
}

function openOne(kind: StoreKind, name: ScratchName, options: OpenOptions): Promise<Store> {
  return withDeadline(OPENERS[kind](name, options), options.timeout, {
    reason: () => new StoreError("blocked", `Cannot open the ${kind} store: it must open within ${options.timeout} ms`),
    late: (store) => void store.close(),
  });
}
