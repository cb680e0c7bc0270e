// What arrives at a boundary may be anything: a task of a user posts over its worker's port. Nothing but our own error
// comes of it, no prototype is touched, and a machine that is told what passes keeps its books in order.
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { decodeFailure } from "../../src/codec/decode-failure.ts";
import type { Failure } from "../../src/codec/failure.ts";
import { fillHoles } from "../../src/codec/holes.ts";
import { parseLineGreeting, parseLineOffer } from "../../src/protocol/line.ts";
import {
  parseBootReply,
  parseExecutorMessage,
  parseExecutorOrder,
  parseHello,
  parsePeerMessage,
  parsePeerOffer,
  parseProbeOrder,
  parseReactorEnvelope,
  parseRouteNews,
  parseWorkerEnvelope,
} from "../../src/protocol/parse.ts";
import { parsePartText, parsePartWanted } from "../../src/protocol/part.ts";
import { isFailure } from "../../src/protocol/worker-shapes.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import { parseRelayMessage } from "../../src/transport/relay.ts";
import { ReactorHarness } from "../support/reactor-harness.ts";

const PARSERS = {
  ...{ parseReactorEnvelope, parseWorkerEnvelope, parsePeerMessage, parsePeerOffer, parseProbeOrder, parseRouteNews },
  ...{ parseHello, parseBootReply, parseExecutorOrder, parseExecutorMessage, parseRelayMessage },
  ...{ parseLineOffer, parseLineGreeting, parsePartWanted, parsePartText },
};

const NASTY_KEYS = ["__proto__", "constructor", "prototype", "toString", "then", "kind"];

/** Own properties whatever their names, as structured clone makes them. */
function withOwn(target: object, key: string, value: unknown): object {
  return Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

const nasty = fc
  .tuple(fc.constantFrom(...NASTY_KEYS), fc.anything())
  .map(([key, value]) => withOwn({}, key, withOwn({ polluted: true }, "__proto__", value)));

const anything = fc.oneof(
  fc.anything({
    withTypedArray: true,
    withBigInt: true,
    withMap: true,
    withSparseArray: true,
    withNullPrototype: true,
  }),
  nasty,
  fc.int32Array(),
  fc.float64Array(),
  fc.constantFrom(Number.NaN, -1, 2 ** 40, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY),
);

const id = fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 2 ** 40));
const column = (size: number): fc.Arbitrary<Int32Array> =>
  fc
    .array(fc.array(fc.oneof(fc.integer({ min: -2, max: 6 }), fc.integer()), { minLength: size, maxLength: size }), {
      maxLength: 3,
    })
    .map((rows) => Int32Array.from(rows.flat()));

const failure: fc.Arbitrary<Failure> = fc.oneof(
  fc.record({
    kind: fc.constant("error" as const),
    name: fc.string(),
    message: fc.string(),
    properties: nasty as fc.Arbitrary<Readonly<Record<string, unknown>>>,
  }),
  fc.record({ kind: fc.constant("value" as const), value: anything }),
  fc.record({ kind: fc.constant("opaque" as const), text: fc.string() }),
);

/** Messages as a worker sends them; tasks, runs, places and workers need not be anybody's. */
const message: fc.Arbitrary<WorkerToReactor> = fc.oneof(
  fc.record({ kind: fc.constant("finished" as const), tasks: column(4) }),
  fc.record({ kind: fc.constantFrom("placed" as const, "lost" as const, "started" as const), tasks: column(2) }),
  fc.record({ kind: fc.constantFrom("taken" as const, "retracted" as const), tasks: column(3) }),
  fc.record({ kind: fc.constant("failed" as const), task: id, run: id, failure }),
  fc.record({ kind: fc.constant("missing" as const), task: id, run: id, input: id, holder: id }),
  fc.record({ kind: fc.constant("interrupted" as const), task: id, run: id }),
  fc.record({ kind: fc.constant("core" as const), task: id, run: id, isHeld: fc.boolean() }),
  fc.record({
    kind: fc.constant("values" as const),
    request: id,
    positions: column(1),
    values: fc.array(anything),
    failed: fc.array(fc.record({ position: id, failure })),
  }),
  fc.record({ kind: fc.constant("slice" as const), request: id, position: id, index: id, items: fc.array(anything) }),
  fc.record({ kind: fc.constant("not-here" as const), request: id, positions: column(1) }),
  fc.record({ kind: fc.constant("ran" as const), request: id, value: anything }),
  fc.record({ kind: fc.constant("notice" as const), notice: fc.constant({ kind: "spill-lost" as const, results: 1 }) }),
);

/** A message of ours with one field replaced, taken away or added. */
const mutated = fc
  .tuple(
    message,
    fc.oneof(
      fc.constantFrom("kind", "tasks", "task", "run", "failure", "positions", "values"),
      fc.constantFrom(...NASTY_KEYS),
    ),
    anything,
    fc.boolean(),
  )
  .map(([whole, field, value, isDropped]) => {
    const copy = { ...whole } as Record<string, unknown>;
    if (isDropped) delete copy[field];
    else withOwn(copy, field, value);
    return copy;
  });

const ownKeys = (): string[] =>
  [Object.prototype, Array.prototype, Function.prototype].map((each) => Reflect.ownKeys(each).map(String).join());
const before = ownKeys();

/** Runs a parser; whether what it was given passed. @throws whatever is not our error */
function passes(parse: (value: unknown) => unknown, value: unknown): boolean {
  try {
    return parse(value) !== undefined;
  } catch (error) {
    if (isEngineError(error, "protocol-violated")) return false;
    throw error;
  }
}

afterEach(() => {
  expect(ownKeys(), "prototypes").to.deep.equal(before);
  expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
});

describe("the parsers of the boundary", () => {
  it("throw nothing but protocol-violated, whatever they are given", () => {
    fc.assert(
      fc.property(fc.oneof(anything, mutated, fc.array(fc.oneof(message, mutated, anything))), (value) => {
        for (const parse of Object.values(PARSERS)) passes(parse, value);
      }),
      { numRuns: 1500 },
    );
  });

  it("accept every message that a worker sends", () => {
    fc.assert(
      fc.property(fc.array(message), (envelope) => passes(parseWorkerEnvelope, envelope)),
      { numRuns: 500 },
    );
  });

  it("refuse columns that end in the midst of a record, and numbers that are none", () => {
    const refused = [
      { kind: "finished", tasks: new Int32Array(5) },
      { kind: "placed", tasks: new Int32Array(1) },
      { kind: "failed", task: "0", run: 1, failure: { kind: "opaque", text: "" } },
      { kind: "failed", task: 0, run: 1, failure: new Error("no data") },
      { kind: "failed", task: 0, run: 1 },
      { kind: "values", request: 0, positions: new Int32Array(1), values: {}, failed: [] },
      { kind: "measured", functions: new Int32Array(1), milliseconds: new Float64Array([Number.NaN]) },
      { kind: "notice", notice: { kind: "closed" } },
    ];
    for (const each of refused) expect(passes(parseWorkerEnvelope, [each]), JSON.stringify(each)).to.equal(false);
  });

  it("refuse a failure whose causes go round in a circle", () => {
    const endless: Record<string, unknown> = { kind: "error", name: "Error", message: "round" };
    endless.cause = endless;
    expect(isFailure(endless)).to.equal(false);
    expect(passes(parseWorkerEnvelope, [{ kind: "failed", task: 0, run: 1, failure: endless }])).to.equal(false);
  });
});

describe("ReactorMachine", () => {
  it("keeps its books in order whatever passes the parser: ids of nobody, runs long past, places never asked for", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(message, mutated), { maxLength: 6 }),
        fc.constantFrom(0, 1, 7),
        (envelope, worker) => {
          const reactor = new ReactorHarness({ workers: 2 });
          reactor.submit({ a: [], b: [], c: ["a", "b"] }, { wants: ["a", "b", "c"] });
          reactor.turn("a>0", "b>1");
          reactor.finish(0, "a");
          reactor.gather(0, "a", "c");
          reactor.turn();
          for (const each of envelope) {
            if (!passes(parseWorkerEnvelope, [each])) continue;
            reactor.hear({ kind: "worker-message", worker, envelope: [each as WorkerToReactor] });
          }
          reactor.turn();
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("what comes from another thread", () => {
  it("stands in errors under its own names, and in no prototype", () => {
    fc.assert(
      fc.property(failure, (sent) => {
        const error = decodeFailure(sent);
        if (sent.kind === "error") expect(Object.getPrototypeOf(error).constructor).to.be.a("function");
      }),
      { numRuns: 500 },
    );
  });

  it("is filled into arguments only where they have a place of their own", () => {
    const [filled] = fillHoles([withOwn({}, "__proto__", 0)], [[0, "__proto__"]], [{ polluted: true }]) as [object];
    expect(Object.getPrototypeOf(filled)).to.equal(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(filled, "__proto__")?.value).to.deep.equal({ polluted: true });
    expect(() => fillHoles([{}], [[0, "__proto__", "polluted"]], [true])).to.throw(RangeError);
  });
});
