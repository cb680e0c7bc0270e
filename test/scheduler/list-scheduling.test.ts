import { describe, expect, it } from "vitest";
import { Assignments } from "../../src/scheduler/scheduler.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";

/** Tasks that come for each that many that end: there is always one that is waiting. */
const BATCH = 64;

/** Tasks added before task 1, which takes task 0, is assigned, while others come as fast as tasks end. */
function addedBefore(
  name: "b-level" | "t-level" | "queued",
  levels: { readonly first: number; readonly others: number },
) {
  const scheduler = schedulers[name](1);
  const out = new Assignments();
  scheduler.observe({ kind: "worker-added", worker: 0, cores: name === "queued" ? 58 : 64, node: 0 });
  const chain = { tasks: Int32Array.of(0, 1), inputOffsets: Int32Array.of(0, 0, 1), inputs: Int32Array.of(0) };
  const functions = Int32Array.of(0, 0);
  scheduler.observe({
    kind: "tasks-added",
    ...chain,
    levels: Int32Array.of(levels.first + 1, levels.first),
    functions,
  });
  let added = 2;
  while (added < 8 * 65_536) {
    scheduler.observe({
      kind: "tasks-added",
      tasks: Int32Array.from({ length: BATCH }, (_, i) => added + i),
      inputOffsets: new Int32Array(BATCH + 1),
      inputs: new Int32Array(0),
      levels: new Int32Array(BATCH).fill(levels.others),
      functions: new Int32Array(BATCH),
    });
    added += BATCH;
    out.clear();
    scheduler.assign(out);
    const tasks = Int32Array.from({ length: out.count }, (_, i) => out.task(i));
    if (tasks.includes(1)) return added;
    const workers = new Int32Array(tasks.length);
    scheduler.observe({ kind: "finished", tasks, workers, bytes: new Float64Array(tasks.length) });
  }
  return added;
}

describe("listScheduler", () => {
  it("lets what is shallow run although deeper tasks go on coming, after so many for each level between them", () => {
    expect(addedBefore("b-level", { first: 1, others: 4 })).to.be.within(3 * 65_536, 6 * 65_536);
  });

  it("lets a task behind another run although first tasks go on coming", () => {
    expect(addedBefore("t-level", { first: 1, others: 1 })).to.be.below(3 * 65_536);
    expect(addedBefore("queued", { first: 1, others: 1 })).to.be.below(3 * 65_536);
  });
});
