// Cuts long lists, so that structured clone reads them piece by piece and nobody waits for all of it.

/** Bytes that structured clone may have to do with in one message: some 4 ms of the page's time. */
export const MOST_CLONED = 250_000;
/** Objects that are looked at before a list is left whole. */
const MOST_OBJECTS = 3_000_000;

/**
 * Slices of a long list that can be cloned each for itself: together they are the list. Undefined for anything but a
 * dense list, and for one whose items share objects, since clones of slices would share them no longer.
 */
export function sliceList(value: unknown, count: number): readonly (readonly unknown[])[] | undefined {
  if (!Array.isArray(value) || value.length < 2 || count < 2) return undefined;
  if (Object.keys(value).length !== value.length || !isTree(value)) return undefined;
  const length = Math.ceil(value.length / count);
  const slices: unknown[][] = [];
  for (let at = 0; at < value.length; at += length) slices.push(value.slice(at, at + length));
  return slices;
}

/** Whether no object is met twice. */
function isTree(root: readonly unknown[]): boolean {
  const seen = new Set<object>([root]);
  const ahead: object[] = [root];
  const meet = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null) return true;
    if (seen.has(part) || seen.size >= MOST_OBJECTS) return false;
    seen.add(part);
    if (!ArrayBuffer.isView(part)) ahead.push(part);
    else if (!meet(part.buffer)) return false;
    return true;
  };
  try {
    for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
      const parts =
        node instanceof Map ? [...node.keys(), ...node.values()] : node instanceof Set ? [...node] : listOf(node);
      if (!parts.every(meet)) return false;
      if (node instanceof Error && !meet(node.cause)) return false;
    }
    return true;
  } catch {
    return false; // a getter throws: let structured clone say so
  }
}

const listOf = (node: object): readonly unknown[] => (Array.isArray(node) ? node : Object.values(node));
