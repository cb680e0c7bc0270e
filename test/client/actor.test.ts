import { describe, expect, it } from "vitest";
import { EngineError } from "../../src/base/errors.ts";
import { actorOver } from "../../src/client/actor.ts";
import type { RemoteActor } from "../../src/client/actor-calls.ts";
import { OpenActorCalls } from "../../src/client/actor-calls.ts";
import type { ClassContext } from "../../src/client/actor-class.ts";
import { describeClass } from "../../src/client/actor-class.ts";
import { nameServed } from "../../src/client/served-tasks.ts";
import { transfer } from "../../src/codec/transfer.ts";
import type { ActorOutcome } from "../../src/protocol/actor.ts";

/** An actor's other end that answers when it is told to. */
function remote(): { readonly end: RemoteActor; readonly asked: unknown[][]; answer(outcome: ActorOutcome): void } {
  const asked: unknown[][] = [];
  const waiting: ((outcome: ActorOutcome) => void)[] = [];
  const ask = (...what: unknown[]): Promise<ActorOutcome> => {
    asked.push(what);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const end: RemoteActor = {
    construct: (args, buffers) => ask("new", args, buffers),
    call: (method, args, buffers) => ask(method, args, buffers),
    read: (field) => ask(field),
  };
  return { end, asked, answer: (outcome) => waiting.shift()?.(outcome) };
}

function calls(end: RemoteActor): { readonly open: OpenActorCalls; readonly waiting: number[]; released: number } {
  const found = { waiting: [0], released: 0 };
  const open = new OpenActorCalls({
    name: "Counter",
    remote: end,
    changed: (more) => found.waiting.push((found.waiting.at(-1) as number) + more),
    released: () => found.released++,
  });
  return Object.assign(found, { open });
}

const reasonOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => expect.fail("it was kept"),
    (error: unknown) => error,
  );

describe("OpenActorCalls", () => {
  it("tells how many calls wait, and settles each once", async () => {
    const { end, answer } = remote();
    const { open, waiting } = calls(end);
    const [first, second] = [open.call("add", [1]), open.read("field")];
    await Promise.resolve();
    answer({ kind: "value", value: 7 });
    answer({ kind: "value", value: 8 });
    expect(await Promise.all([first, second])).to.deep.equal([7, 8]);
    expect(waiting).to.deep.equal([0, 1, 2, 1, 0]);
  });

  it("rejects what waits and what comes later when the actor ends, whatever is answered then", async () => {
    const { end, answer } = remote();
    const { open, waiting } = calls(end);
    const early = reasonOf(open.call("add", [1]));
    open.end((call, isLate) => `${call} ${isLate}`);
    open.end(() => "a second end");
    answer({ kind: "value", value: 7 });
    expect(await early).to.equal("Counter.add false");
    expect(await reasonOf(open.call("add", [2]))).to.equal("Counter.add true");
    expect(await reasonOf(open.read("field"))).to.equal("Counter.field true");
    expect(waiting.at(-1)).to.equal(0);
  });

  it("takes the marks of transfer() out of the arguments and leaves the caller's data as it was", async () => {
    const { end, asked, answer } = remote();
    const { open } = calls(end);
    const buffer = new ArrayBuffer(8);
    const mark = transfer(buffer);
    const list = [mark, 2];
    const done = open.call("add", [list, mark]);
    answer({ kind: "value", value: undefined });
    await done;
    expect(asked).to.deep.equal([["add", [[buffer, 2], buffer], [buffer]]]);
    expect(list[0]).to.equal(mark);
  });

  it("passes on what the other end says that the call threw, with the call's name in our own errors", async () => {
    const { end, answer } = remote();
    const { open } = calls(end);
    const failed = reasonOf(open.call("add", []));
    answer({
      kind: "failure",
      failure: {
        kind: "error",
        name: "EngineError",
        message: "Cannot send the result of this task",
        code: "data-lost",
        details: { key: "this task" },
      },
    });
    expect(await failed)
      .to.be.instanceOf(EngineError)
      .and.include({ message: 'Cannot send the result of "Counter.add"' });
  });

  it("is released once", async () => {
    const { end } = remote();
    const found = calls(end);
    const early = reasonOf(found.open.call("add", []));
    found.open.release();
    found.open.release();
    expect(found.released).to.equal(1);
    expect(await early).to.have.property("code", "cancelled");
    expect(await reasonOf(found.open.call("add", []))).to.be.instanceOf(TypeError);
  });
});

describe("actorOver", () => {
  it("is no promise, and offers a member once, as a method and as a field", async () => {
    const { end, asked, answer } = remote();
    const actor = actorOver<{ add(x: number): number; readonly field: string }>(calls(end).open);
    expect("then" in actor || (actor as { readonly then?: unknown }).then !== undefined).to.equal(false);
    expect(actor.add).to.equal(actor.add);
    const [sum, field] = [actor.add(1), Promise.resolve(actor.field)];
    await Promise.resolve();
    answer({ kind: "value", value: 2 });
    answer({ kind: "value", value: "text" });
    expect([await sum, await field]).to.deep.equal([2, "text"]);
    expect(asked).to.deep.equal([["add", [1], []], ["field"]]);
    expect(actor[Symbol.dispose]).to.equal(actor.release);
  });
});

describe("describeClass", () => {
  const sent: string[] = [];
  const context: ClassContext = {
    served: ["Counter"],
    allowSource: true,
    isGlobal: (name) => name in globalThis,
    onPlain: (source) => sent.push(source),
  };

  it("names served classes and modules, and takes plain classes as text", () => {
    const call = (): void => {};
    nameServed(call, "Counter");
    expect(describeClass(call, context)).to.deep.equal({ kind: "task", name: "Counter" });
    const exported = { kind: "module", url: "file:///actors.js", name: "Counter" };
    expect(describeClass(exported, context)).to.equal(exported);
    const Plain = class {
      static made = 0;
      #own = Math.max(1, 2);
      get own(): number {
        return this.#own;
      }
      class(): string {
        return "a method of that name";
      }
    };
    const definition = describeClass(Plain, context);
    expect(definition).to.include({ kind: "source", name: "Plain" });
    const Again = new Function(`return ${"source" in definition ? definition.source : ""}`)() as typeof Plain;
    expect(new Again().own).to.equal(2);
    expect(sent).to.have.length(1);
  });

  const outer = { value: 1 };
  class Outer {}
  const refusals: Readonly<Record<string, readonly [object, RegExp]>> = {
    "a class that uses what is around it": [
      class {
        readonly got = outer.value;
      },
      /"outer"/,
    ],
    "a class that extends what is around it": [class extends Outer {}, /"Outer"/],
    "a function": [function Counter() {}, /"Counter".*it is a function/],
    "a method called class": [{ class() {} }.class, /it is a function/],
    "a built-in class": [WeakMap, /built in/],
    "a bound class": [class {}.bind?.(undefined) ?? Map, /built in or bound/],
    "plain data": [{}, /its class is object/],
  };
  for (const [what, [Class, message]] of Object.entries(refusals)) {
    it(`refuses ${what}`, () => {
      expect(() => describeClass(Class, context)).to.throw(TypeError, message);
    });
  }

  it("refuses what is not served, and plain classes where no source is allowed", () => {
    const call = (): void => {};
    nameServed(call, "Nobody");
    expect(() => describeClass(call, context)).to.throw(TypeError, "the workers serve Counter");
    expect(() => describeClass(call, { ...context, served: [] })).to.throw(TypeError, "serves none");
    expect(() => describeClass(class A {}, { ...context, allowSource: false })).to.throw(TypeError, "allowSource");
  });
});
