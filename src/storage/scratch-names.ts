// How scratch is named, so that what dead clusters left can be told from what is somebody else's.
import type { ScratchName } from "./store.ts";

const PREFIX = "weftwork-";
const SESSION = "[0-9a-z]{8,10}-[0-9a-f]{16}";
const FOLDER = new RegExp(`^${PREFIX}(${SESSION})$`);
const DATABASE = new RegExp(`^${PREFIX}(${SESSION})-\\d+$`);
const SAFE = /^[A-Za-z0-9-]+$/;

/** A name for a cluster's scratch, from the time in milliseconds and 64 random bits. */
export function sessionName(time: number, random: Uint8Array): string {
  return `${time.toString(36).padStart(8, "0")}-${Array.from(random.subarray(0, 8), twoDigits).join("")}`;
}

/** The session's folder, and its lock. @throws {TypeError} for a name that could lead elsewhere */
export function folderName(session: string): string {
  if (!SAFE.test(session)) {
    throw new TypeError(`Cannot name scratch "${session}": must be letters, digits and hyphens`);
  }
  return PREFIX + session;
}

export function databaseName({ session, worker }: ScratchName): string {
  return `${folderName(session)}-${worker}`;
}

export function slabName({ worker }: ScratchName): string {
  return `${worker}.slab`;
}

/** The session that a database belongs to; undefined for one that is not ours. */
export function findDatabaseSession(database: string): string | undefined {
  return DATABASE.exec(database)?.[1];
}

/** The session that a folder belongs to; undefined for one that is not ours. */
export function findFolderSession(folder: string): string | undefined {
  return FOLDER.exec(folder)?.[1];
}

const twoDigits = (byte: number): string => byte.toString(16).padStart(2, "0");
