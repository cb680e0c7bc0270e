// How many partitions data gets when nobody says.

const BYTES = { least: 256 * 1024, most: 32 * 1024 * 1024 };
const CORES_UNKNOWN = 4;

/** A number of partitions, or the bytes that each may have. */
export interface PartitionChoice {
  /** How many. */
  readonly partitions?: number;
  /** Bytes of each, about. Ignored if `partitions` is given. */
  readonly partitionBytes?: number;
}

/**
 * The number of partitions for `bytes` of data: what was chosen; else two for each core, so that work can be evened out,
 * none of them below 256 KiB or above 32 MiB.
 * @throws {RangeError} for a number that is not whole and above 0, or bytes not above 0
 */
export function partitionCount(bytes: number, { partitions, partitionBytes }: PartitionChoice = {}): number {
  if (partitions !== undefined) {
    if (Number.isSafeInteger(partitions) && partitions > 0) return partitions;
    throw new RangeError(`Cannot make ${partitions} partitions: must be a whole number above 0`);
  }
  if (partitionBytes !== undefined) {
    if (partitionBytes > 0) return Math.max(1, Math.ceil(bytes / partitionBytes));
    throw new RangeError(`Cannot make partitions of ${partitionBytes} bytes: must be above 0`);
  }
  const most = Math.max(1, Math.ceil(bytes / BYTES.least));
  return Math.max(Math.ceil(bytes / BYTES.most), Math.min(most, 2 * coreCount()));
}

/** Cores of this machine, as far as it tells. */
function coreCount(): number {
  const { navigator } = globalThis as { readonly navigator?: { readonly hardwareConcurrency?: number } };
  return navigator?.hardwareConcurrency ?? CORES_UNKNOWN;
}
