// The parts that some parts need, each once.
import type { LazyPart } from "./lazy-part.ts";

/** `roots` and all that they need, inputs before consumers. Not recursive: chains may be long. */
export function partsInOrder(roots: readonly LazyPart[]): readonly LazyPart[] {
  const placed = new Set<LazyPart>();
  const open = new Set<LazyPart>();
  const stack: LazyPart[] = [];
  for (const root of roots) {
    stack.push(root);
    for (let part = stack.at(-1); part !== undefined; part = stack.at(-1)) {
      if (placed.has(part) || open.has(part) || part.future !== undefined) {
        placed.add(part);
        stack.pop();
        continue;
      }
      open.add(part);
      for (let i = part.inputs.length - 1; i >= 0; i--) {
        const input = part.inputs[i] as LazyPart;
        if (!placed.has(input)) stack.push(input);
      }
    }
  }
  return [...placed];
}
