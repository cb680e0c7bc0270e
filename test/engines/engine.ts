// What a test of the browser engines begins with: `it("does this", () => onTwoWorkers(async (cluster) => { ... }))`.
// The same files run in Firefox, in WebKit and, as the control, in Chromium.
import * as weftwork from "weftwork";
import type { ClusterHost } from "../support/cluster/host.ts";
import { withCluster } from "../support/cluster/host.ts";

export const host: ClusterHost = {
  runner: { describe, it },
  engine: weftwork,
  runtime: "browser",
  threads: "workers",
  tasks: {},
};

/** Runs `body` with a cluster, of two workers unless `options` say otherwise, and closes it whatever happens. */
export function onTwoWorkers(
  body: (cluster: weftwork.Cluster) => Promise<void>,
  options: weftwork.ClusterOptions = {},
): Promise<void> {
  return withCluster(host, options, body);
}

/** The engine that runs this page. */
export const engineName: "chromium" | "firefox" | "webkit" = nameOf(navigator.userAgent);

function nameOf(userAgent: string): typeof engineName {
  if (userAgent.includes("Firefox/")) return "firefox";
  return userAgent.includes("Chrome/") ? "chromium" : "webkit";
}
