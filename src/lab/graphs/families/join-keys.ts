// How the rows of join are spread: ids follow a Poisson distribution of mean 100, so there are only about 60 that many
// rows have, and a partition gets all rows of the ids that hash to it. That is why some joins are so much longer than
// others: of 24 partitions one has 29 % of all pairs.

export interface JoinKeys {
  /** By id that occurs: which part of all rows have it. */
  readonly shares: Float64Array;
  /** By id that occurs: the partition that its rows go to. */
  readonly targets: Int32Array;
}

const MEAN = 100;
/** Below these shares, no row of the paper's tables is to be expected. */
const LEAST_SHARE = 1e-7;

export function joinKeys(partitions: number): JoinKeys {
  const shares: number[] = [];
  const targets: number[] = [];
  let share = Math.exp(-MEAN);
  for (let id = 0; id < 2 * MEAN; id++) {
    if (share >= LEAST_SHARE) {
      shares.push(share);
      targets.push(Number(hashOfRow(id) % BigInt(partitions)));
    }
    share *= MEAN / (id + 1);
  }
  return { shares: Float64Array.from(shares), targets: Int32Array.from(targets) };
}

/** As pandas hashes a row of one integer: the finalizer of splitmix64, then the hash of a tuple of one. */
function hashOfRow(id: number): bigint {
  return word((0x345678n ^ splitmix(BigInt(id))) * 1000003n + 97531n);
}

function splitmix(value: bigint): bigint {
  let mixed = value;
  mixed = word((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = word((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

const word = (value: bigint): bigint => BigInt.asUintN(64, value);
