import { it } from "vitest";
import { runAtRandom } from "/work/main/test/support/random-run.ts";
const turmoil = (process.env.TURMOIL ?? "none") as "none";
const from = Number(process.env.FROM ?? 1), count = Number(process.env.COUNT ?? 50);
it("tries", async () => {
  const failures = new Map<string, string[]>();
  const t = performance.now(); let steps = 0;
  for (const scheduler of ["random", "work-stealing"] as const) for (let seed = from; seed < from + count; seed++) {
    const r = (n: number) => (seed * 2654435761 >>> 7) % n;
    try { const s = await runAtRandom({ seed, scheduler, tasks: Number(process.env.TASKS ?? 0) || 1 + r(300), cores: Array.from({length: 1 + r(8)}, (_, i) => 1 + ((seed + i) % 3)), failing: Number(process.env.FAILING ?? (seed % 3 ? 0 : 3)), fragile: process.env.FRAGILE ? process.env.FRAGILE === "1" : seed % 2 === 0, turmoil }); steps += s.steps; }
    catch (e) { const m = (String((e as Error).message).replace(/\d+/g, "#").slice(0, 160)); const st = (e as Error).stack?.split("\n").filter(l=>l.includes("/work/main/src")).slice(0,4).map(l=>l.trim().replace("/work/main/src/","")).join(" < "); (failures.get(m + " @ " + st) ?? failures.set(m + " @ " + st, []).get(m + " @ " + st)!).push(`${scheduler}:${seed}`); }
  }
  for (const [m, s] of [...failures].sort((a,b)=>b[1].length-a[1].length)) console.log(s.length, m, s.slice(0, 5).join(" "));
  console.log("ms", performance.now() - t, "steps", steps);
}, 600000);
