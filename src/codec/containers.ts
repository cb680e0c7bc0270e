// What the codec walks into: arrays, plain objects, Maps (their values) and Sets, seen as numbered or named slots.

export type Container = unknown[] | Record<string, unknown> | Map<unknown, unknown> | Set<unknown>;
/** An index, a key, or the number of a Map's entry or a Set's element in their order. */
export type Step = string | number;

/** Changes to slots, gathered first and made at once, in the containers themselves or in one copy of each. */
export class Changes {
  readonly #targetOf: (container: Container) => Container;
  readonly #targets = new Map<Container, Container>();
  readonly #changes = new Map<Container, Map<Step, unknown>>();
  readonly #ordered = new Map<Container, readonly unknown[]>();

  constructor(targetOf: (container: Container) => Container) {
    this.#targetOf = targetOf;
  }

  target(container: Container): Container {
    const known = this.#targets.get(container);
    if (known) return known;
    const target = this.#targetOf(container);
    this.#targets.set(container, target);
    return target;
  }

  set(container: Container, step: Step, value: unknown): void {
    const changes = this.#changes.get(container);
    if (changes) changes.set(step, value);
    else this.#changes.set(container, new Map([[step, value]]));
  }

  /** What stands in a slot now; undefined when there is no such slot (a template has null in its holes). */
  slot(container: Container, step: Step): unknown {
    if (!(container instanceof Map || container instanceof Set)) {
      return Object.hasOwn(container, step) ? (container as Record<Step, unknown>)[step] : undefined;
    }
    const ordered = this.#ordered.get(container) ?? [...container.values()];
    this.#ordered.set(container, ordered);
    return ordered[step as number];
  }

  apply(): void {
    for (const [container, changes] of this.#changes) putAll(this.target(container), changes);
  }
}

/** As an assignment makes it. Assigning to "__proto__" would set the prototype. */
const plainSlot = { writable: true, enumerable: true, configurable: true };

function putAll(container: Container, changes: ReadonlyMap<Step, unknown>): void {
  if (container instanceof Map) {
    for (const [i, key] of [...container.keys()].entries()) if (changes.has(i)) container.set(key, changes.get(i));
  } else if (container instanceof Set) {
    const elements = [...container];
    container.clear();
    for (const [i, element] of elements.entries()) container.add(changes.has(i) ? changes.get(i) : element);
  } else {
    const slots = container as Record<Step, unknown>;
    for (const [step, value] of changes) {
      if (step === "__proto__") Object.defineProperty(slots, step, { value, ...plainSlot });
      else slots[step] = value;
    }
  }
}

/** Whether `test` holds for an object in one of the container's slots; asks in their order, and no further. */
export function someObject(container: Container, test: (inner: object, step: Step) => boolean): boolean {
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) {
      const inner: unknown = container[i];
      if (isObject(inner) && test(inner, i)) return true;
    }
  } else if (container instanceof Map || container instanceof Set) {
    let i = 0;
    for (const inner of container.values()) {
      if (isObject(inner) && test(inner, i)) return true;
      i++;
    }
  } else {
    for (const key of Object.keys(container)) {
      const inner = container[key];
      if (isObject(inner) && test(inner, key)) return true;
    }
  }
  return false;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function isContainer(value: unknown): value is Container {
  if (!isObject(value)) return false;
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A shallow copy. */
export function copyOf(container: Container): Container {
  if (Array.isArray(container)) return container.slice();
  if (container instanceof Map) return new Map(container);
  return container instanceof Set ? new Set(container) : { ...container };
}
