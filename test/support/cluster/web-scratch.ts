// Clusters of a page that store what does not fit, and what they leave behind.
import { expect } from "chai";
import type { ClusterEvent, ClusterOptions } from "weftwork";
import { Cluster } from "weftwork";
import { findScratch } from "./census.ts";
import { columns, watch } from "./overfull.ts";

/** Runs `body` with a cluster of two workers, closes it, and expects that nothing is left. */
export async function withSpilling(
  options: ClusterOptions,
  body: (cluster: Cluster, events: ClusterEvent[]) => Promise<void>,
): Promise<void> {
  const cluster = await Cluster.create({ workers: 2, memoryLimit: columns.memoryLimit, ...options });
  try {
    await body(cluster, watch(cluster));
  } finally {
    await cluster.close();
  }
  expect(await findScratch(), "left after close").to.deep.equal([]);
}

export const kindsOf = (events: readonly ClusterEvent[]): string[] =>
  [...new Set(events.map(({ kind }) => kind))].sort();

export function expectReasons(events: readonly ClusterEvent[], reason: RegExp): void {
  for (const event of events) if (event.kind === "spill-stopped") expect(event.reason).to.match(reason);
}
