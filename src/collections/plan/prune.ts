// Column pruning: what consumers want of a part is found from the outputs back, and parts that can give less are written
// down anew. Parts that are asked for everything stay the same objects.
import type { Columns, ColumnUse } from "./column-use.ts";
import { unionOf } from "./column-use.ts";
import type { LazyPart } from "./lazy-part.ts";
import { partsInOrder } from "./order.ts";

export interface Pruned {
  readonly parts: readonly LazyPart[];
  /** How many parts give fewer columns than they could. */
  readonly pruned: number;
}

export function pruneColumns(roots: readonly LazyPart[]): Pruned {
  const order = partsInOrder(roots);
  const wanted = wantsOf(order, roots);
  const made = new Map<LazyPart, LazyPart>();
  const narrowings = new Narrowings();
  let pruned = 0;
  for (const part of order) {
    const inputs = part.inputs.map((input) => made.get(input) ?? input);
    const columns = wanted.get(part) as Columns;
    const narrow = columns === "all" || part.future !== undefined ? undefined : part.use;
    const isSame = inputs.every((input, i) => input === part.inputs[i]);
    if (columns !== "all" && narrow?.narrow !== undefined) {
      pruned++;
      const value = narrowings.of(narrow, part.value, columns);
      const bytes = part.bytes === undefined ? undefined : (narrow.bytes?.(part.bytes, columns) ?? part.bytes);
      made.set(part, { ...part, inputs, value, bytes });
    } else made.set(part, isSame || part.future !== undefined ? part : { ...part, inputs });
  }
  return { parts: roots.map((root) => made.get(root) as LazyPart), pruned };
}

function wantsOf(order: readonly LazyPart[], roots: readonly LazyPart[]): ReadonlyMap<LazyPart, Columns> {
  const wanted = new Map<LazyPart, Columns>(roots.map((root) => [root, "all"]));
  const asked = new Map<ColumnUse, Map<Columns, Map<number, Columns>>>();
  for (let i = order.length - 1; i >= 0; i--) {
    const part = order[i] as LazyPart;
    if (part.future !== undefined) continue;
    const columns = wanted.get(part) as Columns;
    part.inputs.forEach((input, at) => {
      wanted.set(input, unionOf(wanted.get(input), part.use === undefined ? "all" : needs(part.use, columns, at)));
    });
  }
  return wanted;

  /** Parts of one operation are asked the same again and again; the same sets keep the unions cheap. */
  function needs(use: ColumnUse, columns: Columns, at: number): Columns {
    let byColumns = asked.get(use);
    if (byColumns === undefined) asked.set(use, (byColumns = new Map()));
    let byInput = byColumns.get(columns);
    if (byInput === undefined) byColumns.set(columns, (byInput = new Map()));
    let found = byInput.get(at);
    if (found === undefined) byInput.set(at, (found = use.needs(columns, at)));
    return found;
  }
}

/** The same value, narrowed in the same way, is made once: parts that share a value go on sharing it. */
class Narrowings {
  readonly #made = new Map<ColumnUse, Map<unknown, Map<Columns, unknown>>>();

  of(use: ColumnUse, value: unknown, wanted: ReadonlySet<string>): unknown {
    let byValue = this.#made.get(use);
    if (byValue === undefined) this.#made.set(use, (byValue = new Map()));
    let byColumns = byValue.get(value);
    if (byColumns === undefined) byValue.set(value, (byColumns = new Map()));
    if (!byColumns.has(wanted)) byColumns.set(wanted, use.narrow?.(value, wanted));
    return byColumns.get(wanted);
  }
}
