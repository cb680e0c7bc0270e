// The page of the bench of placements. Leaves what was measured.
import { Cluster } from "weftwork";
import { measurePlacements } from "./measure-placements.ts";

const { busyTime } = globalThis as unknown as { readonly busyTime: () => Promise<number> };
Object.assign(globalThis, { benchResult: await measurePlacements({ Cluster }, busyTime) });
