// What `cluster.tasks` gives out: calls of functions that the workers serve, which also stand for classes of theirs.

const names = new WeakMap<object, string>();

/** Notes the name under which the workers serve what `call` stands for. */
export function nameServed(call: object, name: string): void {
  names.set(call, name);
}

/** The name under which the workers serve it; undefined for anything that `cluster.tasks` did not give out. */
export function servedName(value: unknown): string | undefined {
  return typeof value === "function" ? names.get(value) : undefined;
}
