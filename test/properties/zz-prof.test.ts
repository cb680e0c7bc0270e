import { it } from "vitest";
import { Session } from "node:inspector/promises";
import { runAtRandom } from "../support/random-run.ts";
it("profiles", async () => {
  const s = new Session(); s.connect(); await s.post("Profiler.enable"); await s.post("Profiler.start");
  for (let seed = 1; seed < 60; seed++) await runAtRandom({ seed, scheduler: "work-stealing", tasks: 150, cores: [1,2,1,3], failing: 2, fragile: true, turmoil: "none" });
  const { profile } = await s.post("Profiler.stop");
  const self = new Map<string, number>(); const dt = profile.timeDeltas!; const byId = new Map(profile.nodes.map((n) => [n.id, n]));
  profile.samples!.forEach((id, i) => { const n = byId.get(id)!; const k = n.callFrame.functionName + " " + n.callFrame.url.split("/").pop() + ":" + n.callFrame.lineNumber; self.set(k, (self.get(k) ?? 0) + dt[i]!); });
  const total = [...self.values()].reduce((a, b) => a + b);
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 22)) console.log((100 * v / total).toFixed(1), k);
  console.log(total / 1000);
}, 600000);
