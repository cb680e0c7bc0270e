// The page's task graph. The page shows the body of `drawGraph`, without its types.
import type { Cluster, Future } from "weftwork";
import type { Footer, RowGroup } from "./flights-file.ts";
import type { GroupSums } from "./group-sums.ts";

export type FlightCluster = Cluster<typeof import("./tasks.ts")>;

/** Futures by stage; nothing of it but what the page asks for ever leaves the workers. */
export interface FlightGraph {
  readonly tables: readonly Future[];
  readonly sums: readonly Future[];
  readonly additions: readonly Future[];
  readonly byOrigin: Future<GroupSums>;
  readonly byHour: Future<GroupSums>;
}

export function drawGraph({ tasks }: FlightCluster, footer: Future<Footer>, groups: readonly RowGroup[]): FlightGraph {
  // shown from here
  const tables = groups.map((group) => tasks.readRowGroup(footer, group));
  const origins = tables.map((table) => tasks.sumByOrigin(table));
  const hours = tables.map((table) => tasks.sumByHour(table));
  const additions: Future<GroupSums>[] = [];
  const total = (parts: readonly Future<GroupSums>[]): Future<GroupSums> => {
    const queue = [...parts];
    for (let i = 0; i + 1 < queue.length; i += 2) queue.push(tasks.add(queue[i]!, queue[i + 1]!));
    additions.push(...queue.slice(parts.length));
    return queue.at(-1)!;
  };
  const byOrigin = total(origins);
  const byHour = total(hours);
  // to here
  return { tables, sums: [...origins, ...hours], additions, byOrigin, byHour };
}
