// The soak in a page: what outlives a cluster is counted from before the engine is loaded. Answers in the page's title.
import { countLeft } from "./count-left.ts";
import { complaints, soak } from "./soak-load.ts";

const query = new URL(location.href).searchParams;
const numberOf = (name: string): number => Number(query.get(name));
const { bytesInUse } = globalThis as unknown as { readonly bytesInUse: () => Promise<number> };

const before = countLeft();
const engine = (await import("weftwork")) as typeof import("weftwork");
const report = await soak({
  engine,
  seconds: numberOf("seconds"),
  firstMark: numberOf("firstMark"),
  heap() {
    performance.clearResourceTimings(); // the browser's own, one for each worker's script
    return bytesInUse();
  },
  say: (line) => console.log(line),
});
await new Promise((resolve) => setTimeout(resolve, 500));
const left: Record<string, number> = {};
for (const [kind, count] of Object.entries(countLeft())) left[kind] = count - (before[kind] ?? 0);
const found = { report, left, complaints: complaints(report, { growth: numberOf("growth"), left }) };
console.log(`report ${JSON.stringify(found)}`);
