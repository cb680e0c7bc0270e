import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillHoles, fillHolesInCopy, findHoles } from "../../src/codec/holes.ts";

class Hole {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  get value(): unknown {
    return this.#value;
  }
}

const isHole = (value: object) => value instanceof Hole;

function find(args: readonly unknown[]) {
  const template = findHoles(args, isHole);
  if (!template) throw new Error("no holes");
  const paths = template.holes.map(({ path }) => path);
  const values = template.holes.map(({ hole }) => (hole as Hole).value);
  return { template, paths, values };
}

/** As the receiver gets it. */
function carry(args: readonly unknown[]): unknown[] {
  const { template, paths, values } = find(args);
  const message = structuredClone({ value: template.value, paths });
  return fillHoles(message.value, message.paths, values);
}

describe("findHoles", () => {
  it("gives nothing when there is no hole", () => {
    expect(findHoles([], isHole)).to.equal(undefined);
    expect(findHoles([1, "a", null, [{ a: new Map([["b", new Set([1])]]) }]], isHole)).to.equal(undefined);
  });

  it("puts null in each hole and gives its path", () => {
    const [a, b, c] = [new Hole(1), new Hole(2), new Hole(3)];
    const { template } = find([a, { rows: [1, { x: b }] }, new Map([["key", [c]]])]);
    expect(template.value).to.deep.equal([null, { rows: [1, { x: null }] }, new Map([["key", [null]]])]);
    expect(template.holes).to.deep.equal([
      { hole: a, path: [0] },
      { hole: c, path: [2, 0, 0] },
      { hole: b, path: [1, "rows", 1, "x"] },
    ]);
  });

  it("shares what has no hole and leaves the caller's data alone", () => {
    const whole = { big: new Float64Array(5) };
    const broken = { whole, hole: new Hole(1) };
    const { template } = find([broken, whole]);
    expect(template.value[1]).to.equal(whole);
    expect((template.value[0] as typeof broken).whole).to.equal(whole);
    expect(broken.hole).to.be.instanceOf(Hole);
  });

  it("does not walk into instances of classes, keys of Maps, or what a hole holds", () => {
    class Box {
      inner = new Hole(1);
    }
    expect(findHoles([new Box(), new Map([[new Hole(1), 1]])], isHole)).to.equal(undefined);
    expect(findHoles([new Hole(new Hole(1))], isHole)?.holes).to.have.length(1);
  });
});

describe("fillHoles", () => {
  it("puts values back after the template went through a port", () => {
    const args = [new Hole("a"), [new Hole("b"), { c: new Hole("c") }], new Map([[{}, new Hole("d")]])];
    const [a, rest, map] = carry(args) as [unknown, unknown, Map<unknown, unknown>];
    expect([a, rest, [...map.values()]]).to.deep.equal(["a", ["b", { c: "c" }], ["d"]]);
  });

  it("keeps the order of a Set and both of two holes in it", () => {
    const [set] = carry([new Set([1, new Hole("a"), null, new Hole("b"), 2])]) as [Set<unknown>];
    expect([...set]).to.deep.equal([1, "a", null, "b", 2]);
  });

  it("merges the elements of a Set which turn out to be the same", () => {
    const [set] = carry([new Set([1, new Hole(5), new Hole(5), new Hole(1)])]) as [Set<unknown>];
    expect([...set]).to.deep.equal([1, 5]);
  });

  /*  args ──▶ a ◀──▶ b ──▶ hole  */
  it("keeps cycles", () => {
    const a: Record<string, unknown> = {};
    const b = { a, hole: new Hole("filled") };
    a.b = b;
    a.self = a;
    const args: unknown[] = [a];
    args.push(args);
    const filled = carry(args) as [typeof a, unknown];
    const filledB = filled[0].b as Record<string, unknown>;
    expect(filled[1]).to.equal(filled);
    expect(filled[0].self).to.equal(filled[0]);
    expect(filledB.a).to.equal(filled[0]);
    expect(filledB.hole).to.equal("filled");
  });

  it("keeps shared parts shared, with few paths however many ways lead to them", () => {
    let shared: unknown = [new Hole(1)];
    for (let i = 0; i < 30; i++) shared = [shared, shared];
    const { template, paths, values } = find([shared]);
    expect(paths.length).to.be.lessThan(100);
    for (const filled of [fillHolesInCopy(template.value, paths, values), carry([shared])]) {
      let at = filled[0] as unknown[];
      for (let i = 0; i < 30; i++) {
        expect(at[0]).to.equal(at[1]);
        at = at[i % 2] as unknown[];
      }
      expect(at).to.deep.equal([1]);
    }
  });

  it("comes through depth", () => {
    let deep: unknown = new Hole("bottom");
    for (let i = 0; i < 2000; i++) deep = [deep];
    let at: unknown = carry([deep]);
    while (Array.isArray(at)) at = at[0];
    expect(at).to.equal("bottom");
  });

  it("refuses paths which lead nowhere, and never reaches a prototype", () => {
    expect(() => fillHoles([{ a: null }], [[0, "b"]], [1])).to.throw(RangeError, 'path [0,"b"] ends at step 1');
    expect(() => fillHoles([5], [[0, "a"]], [1])).to.throw(RangeError, "ends at step 0");
    expect(() => fillHoles([{}], [[0, "__proto__", "polluted"]], [1])).to.throw(RangeError);
    expect(() => fillHoles([{}], [[0, "constructor"]], [1])).to.throw(RangeError);
  });
});

describe("fillHolesInCopy", () => {
  it("can fill one template twice", () => {
    const { template, paths } = find([{ a: [new Hole(1)] }, new Set([new Hole(2)]), new Map([["k", new Hole(3)]])]);
    const first = fillHolesInCopy(template.value, paths, [...paths.keys()]);
    const second = fillHolesInCopy(
      template.value,
      paths,
      [...paths.keys()].map((i) => -i - 1),
    );
    expect(first).to.deep.equal([{ a: [2] }, new Set([0]), new Map([["k", 1]])]);
    expect(second).to.deep.equal([{ a: [-3] }, new Set([-1]), new Map([["k", -2]])]);
  });
});

describe("findHoles and fillHoles", () => {
  interface Pair {
    /** With holes. */
    readonly before: unknown;
    /** With the holes' values. */
    readonly after: unknown;
  }
  const { pair } = fc.letrec<{ pair: Pair }>((tie) => {
    const pairs = fc.array(tie("pair"), { maxLength: 4 });
    const both = (make: (values: readonly unknown[]) => unknown) => (items: readonly Pair[]) => ({
      before: make(items.map(({ before }) => before)),
      after: make(items.map(({ after }) => after)),
    });
    const keys = fc.uniqueArray(fc.oneof(fc.string(), fc.constant("__proto__")), { minLength: 4, maxLength: 4 });
    return {
      pair: fc.oneof(
        { maxDepth: 5, depthSize: "medium" },
        fc.anything({ withDate: true, withTypedArray: true }).map((value) => ({ before: value, after: value })),
        fc.nat().map((n) => ({ before: new Hole({ n }), after: { n } })),
        pairs.map(both((values) => [...values])),
        fc
          .tuple(pairs, keys)
          .map(([items, names]) =>
            both((values) => Object.fromEntries(values.map((value, i) => [names[i]!, value])))(items),
          ),
        fc
          .tuple(pairs, keys)
          .map(([items, names]) => both((values) => new Map(values.map((value, i) => [names[i]!, value])))(items)),
        pairs.map(both((values) => new Set(values))),
      ),
    };
  });

  it("give back any arguments with the holes replaced, the caller's untouched", () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
        const args = pairs.map(({ before }) => before);
        const expected = pairs.map(({ after }) => after);
        const snapshot = describeHoles(args);
        if (!findHoles(args, isHole)) {
          expect(args).to.deep.equal(expected);
          return;
        }
        const { template, paths, values } = find(args);
        expect(fillHolesInCopy(template.value, paths, values)).to.deep.equal(expected);
        expect(fillHolesInCopy(template.value, paths, values)).to.deep.equal(expected);
        expect(describeHoles(args)).to.deep.equal(snapshot);
        expect(fillHoles(template.value, structuredClone(paths), values)).to.deep.equal(expected);
        expect(describeHoles(args)).to.deep.equal(snapshot);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});

/** The value with each hole as a text, so that a changed hole shows. */
function describeHoles(value: unknown): unknown {
  if (value instanceof Hole) return `hole ${JSON.stringify(value.value)}`;
  if (Array.isArray(value)) return value.map(describeHoles);
  if (value instanceof Map) return [...value].map(([key, item]) => [key, describeHoles(item)]);
  if (value instanceof Set) return [...value].map(describeHoles);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.entries(value).map(([key, item]) => [key, describeHoles(item)]);
}
