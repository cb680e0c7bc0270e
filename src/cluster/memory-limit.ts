// How much memory a cluster may use for results: what a user says, or a safe share of what the device has.

/** What a runtime tells of its memory. */
export interface DeviceMemory {
  /** Bytes, as far as the runtime says; browsers round and cap it. */
  readonly bytes: number | undefined;
  /** Phones and tablets end a page long before their memory is full. */
  readonly isMobile: boolean;
  /** Whether it is a page's: one tab of many, that must not be ended by the browser. */
  readonly isPage: boolean;
}

const MB = 1e6;
const GB = 1e9;
/** Of a device's memory: a page's share, and that of a process of its own. */
const PAGE_SHARE = 0.25;
const PROCESS_SHARE = 0.5;
const MOBILE_LIMIT = 256 * MB;
const UNKNOWN_PAGE_LIMIT = 1 * GB;
const UNKNOWN_LIMIT = 2 * GB;
const UNITS: Readonly<Record<string, number>> = {
  ...{ B: 1, KB: 1e3, MB, GB, TB: 1e12 },
  ...{ KIB: 2 ** 10, MIB: 2 ** 20, GIB: 2 ** 30, TIB: 2 ** 40 },
};

/** The limit that suits a device when nobody has chosen one, in bytes. */
export function defaultMemoryLimit({ bytes, isMobile, isPage }: DeviceMemory): number {
  const known = bytes !== undefined && Number.isFinite(bytes) && bytes > 0 ? bytes : undefined;
  const share = isPage ? PAGE_SHARE : PROCESS_SHARE;
  const limit = known === undefined ? (isPage ? UNKNOWN_PAGE_LIMIT : UNKNOWN_LIMIT) : share * known;
  return Math.floor(isMobile ? Math.min(limit, MOBILE_LIMIT) : limit);
}

/** A limit in bytes, from a number of them or a text such as "512MB" or "1.5 GiB". @throws {TypeError | RangeError} saying what it must be */
export function parseMemoryLimit(limit: number | string): number {
  const bytes = typeof limit === "number" ? limit : findBytes(String(limit));
  const given = typeof limit === "string" ? JSON.stringify(limit) : String(limit);
  const problem = `Cannot create a cluster: "memoryLimit" is ${given}, must be`;
  if (bytes === undefined) throw new TypeError(`${problem} a number of bytes or like "512MB" or "1.5 GiB"`);
  if (bytes >= MB) return bytes;
  throw new RangeError(`${problem} at least 1 MB, in bytes or like "512MB"`);
}

function findBytes(text: string): number | undefined {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*((?:[KMGT]i?)?B)\s*$/i.exec(text) ?? [];
  return digits === undefined || unit === undefined
    ? undefined
    : Math.floor(Number(digits) * (UNITS[unit.toUpperCase()] as number));
}
