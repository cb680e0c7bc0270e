// The scratch of whole clusters, on the thread that owns the cluster: claimed before a worker writes, removed at its end,
// and swept at the start of others if it was left. Nothing here throws or takes long. In pages a Web Lock says that a
// session lives; where there are none, nothing is swept. What must not be removed is decided after the list is made:
// a session claims its name before it writes, so that what is on an older list is claimed by now if it lives.
import { files } from "#files";
import { retrying, withDeadline } from "./deadline-port.ts";
import { databaseName, findDatabaseSession, findFolderSession, folderName, sessionName } from "./scratch-names.ts";
import type { StoreKind } from "./store.ts";

/** Milliseconds that each of the three calls may take at most. */
const PATIENCE = 3_000;

/** How each claim of this thread is given up. */
const claims = new Map<string, () => void>();

/** A name that no other cluster has or had. */
export function newSession(): string {
  return sessionName(Date.now(), crypto.getRandomValues(new Uint8Array(8)));
}

/**
 * Claims the session's scratch until `endScratch`, or until this page or process is gone. To be called, and waited for,
 * before a store of the session is opened. False when it could not be claimed: then others may take it for dead.
 */
export async function beginScratch(session: string): Promise<boolean> {
  if (claims.has(session)) return true;
  try {
    const claiming = files === undefined ? lock(session) : files.claim(folderName(session));
    claims.set(session, await withDeadline(claiming, PATIENCE, { reason, late: (release) => release() }));
    return true;
  } catch {
    return false;
  }
}

/** Removes what clusters left that are gone: databases, folders and files. Never what a living one owns. */
export async function sweepScratch(): Promise<void> {
  const sweeps = files === undefined ? [sweepDatabases(), sweepFolders()] : [sweepFiles()];
  await within(Promise.allSettled(sweeps));
}

/**
 * Removes a cluster's scratch and gives up its claim; to be called when its workers have been ended. What a worker that
 * is still dying holds is tried again for a while. Answers the names of what could not be removed; a later sweep does.
 * @param kinds of the stores that were opened @param workers all that ever had a store
 */
export async function endScratch(
  session: string,
  kinds: readonly StoreKind[],
  workers: readonly number[],
): Promise<readonly string[]> {
  const removals = new Map<string, Promise<void>>();
  const databases = kinds.includes("indexeddb") ? workers.map((worker) => databaseName({ session, worker })) : [];
  for (const name of new Set([...databases, ...(await findDatabases(session))])) {
    removals.set(`IndexedDB ${name}`, removeDatabase(name));
  }
  if (kinds.includes("opfs")) removals.set(`OPFS ${folderName(session)}`, removeFolder(folderName(session)));
  if (files !== undefined) removals.set(`files ${folderName(session)}`, removeFiles(folderName(session)));
  const left = await Promise.all([...removals].map(async ([name, removal]) => ((await within(removal)) ? [] : [name])));
  claims.get(session)?.();
  claims.delete(session);
  return left.flat();
}

/** Resolves when the lock is held, with what gives it up. */
function lock(session: string): Promise<() => void> {
  if (navigator.locks === undefined) return Promise.resolve(() => {}); // an insecure page: here nobody sweeps
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(
      folderName(session),
      () => new Promise<void>((release) => resolve(() => release())),
    );
    held.catch(reject);
  });
}

async function sweepDatabases(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  await sweep(names, findDatabaseSession, removeDatabase);
}

/** A worker may have ended before it could tell that it had one. */
async function findDatabases(session: string): Promise<readonly string[]> {
  if (typeof indexedDB === "undefined") return [];
  const found: string[] = [];
  const list = async (): Promise<void> => {
    for (const { name = "" } of await indexedDB.databases()) {
      if (findDatabaseSession(name) === session) found.push(name);
    }
  };
  await within(list()); // old Firefox has no list
  return found;
}

async function sweepFolders(): Promise<void> {
  const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
  const folders: string[] = [];
  for await (const name of root.keys()) folders.push(name);
  await sweep(folders, findFolderSession, removeFolder);
}

/** Who lives is asked only where there is something to remove: the question throws pages that hold locks out of the browser's back cache. */
async function sweep(
  names: readonly string[],
  findSession: (name: string) => string | undefined,
  remove: (name: string) => Promise<void>,
): Promise<void> {
  const ours = names.filter((name) => findSession(name) !== undefined && !claims.has(findSession(name) as string));
  if (ours.length === 0) return;
  const isAlive = await findLiving();
  await Promise.allSettled(ours.filter((name) => !isAlive(findSession(name) as string)).map(remove));
}

async function sweepFiles(): Promise<void> {
  const folders = (await files?.list()) ?? [];
  const ours = folders.filter((folder) => findFolderSession(folder) !== undefined);
  await Promise.allSettled(ours.map((folder) => files?.removeAbandoned(folder)));
}

async function findLiving(): Promise<(session: string) => boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const names = new Set([...held, ...pending].map(({ name }) => name));
  return (session) => names.has(folderName(session));
}

/** A connection that is still open holds it up; when that goes, so does the database, even after we stopped waiting. */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removal = indexedDB.deleteDatabase(name);
    removal.onsuccess = () => resolve();
    removal.onerror = () => reject(removal.error);
  });
}

async function removeFolder(folder: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await retrying(async () => {
    try {
      await root.removeEntry(folder, { recursive: true });
    } catch (error) {
      if ((error as Error).name !== "NotFoundError") throw error;
    }
  }, PATIENCE);
}

async function removeFiles(folder: string): Promise<void> {
  await retrying(async () => files?.remove(folder), PATIENCE);
}

/** Whether `work` ended well in time. */
async function within(work: Promise<unknown>): Promise<boolean> {
  try {
    await withDeadline(work, PATIENCE, { reason });
    return true;
  } catch {
    return false;
  }
}

const reason = (): Error => new Error(`Cannot wait for scratch: ${PATIENCE} ms have passed`);
