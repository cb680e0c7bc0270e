// The worked example of docs/own-scheduler.md, as it stands there.
import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import type { SchedulerFactory } from "../../src/scheduler/scheduler.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

const page = readFileSync(new URL("../../docs/own-scheduler.md", import.meta.url), "utf8");
const snippet = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const { code } = transformSync(snippet, { loader: "ts" });
const { FollowFirstInput } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const factory: SchedulerFactory = () => new FollowFirstInput();

describeScheduler("the example of docs/own-scheduler.md", factory);

describe("the example of docs/own-scheduler.md", () => {
  /*  0   1
      |   |
      2   3
       \ /
        4     */
  it("lets a task follow its first input", () => {
    const harness = new SchedulerHarness(factory, 1);
    harness.addWorker();
    harness.addWorker();
    harness.submit([[], [], [~0], [~1], [~3, ~2]]);
    harness.turn();
    expect(harness.turns.log).to.deep.equal(["0>0@0", "1>1@0", "2>0@0", "3>1@0", "4>1@0"]);
    harness.finish();
  });
});
