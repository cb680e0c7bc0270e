// Names that a user may have meant.

/** The name that fewest changes of single characters lead to, those before the first hyphen first. */
export function nearestName(name: string, known: readonly string[]): string {
  let nearest = "";
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(familyOf(name), familyOf(candidate)) + editDistance(name, candidate) / MORE_THAN_ANY;
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

const MORE_THAN_ANY = 1e6;

const familyOf = (name: string): string => name.split("-", 1)[0] as string;

/** How many characters must be added, dropped or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] as number) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
