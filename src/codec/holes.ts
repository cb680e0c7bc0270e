// The structure of a message stays whole: what must travel in another way (futures among arguments) is cut out, and the
// paths of the holes travel beside it. Walks arrays, plain objects, Maps (their values) and Sets; anything else is
// carried as it is. Shared parts and cycles keep their shape, and the caller's data is never changed.

import type { Container, Step } from "./containers.ts";
import { Changes, copyOf, isContainer, isObject, someObject } from "./containers.ts";

/**
 * The way from the outermost array to a hole: an index of an array, a key of an object, the number of a Map's entry or
 * of a Set's element in their order. Plain data, so that any port carries it.
 */
export type Path = readonly Step[];

export interface Hole {
  readonly hole: object;
  readonly path: Path;
}

export interface Template {
  /** The arguments with null in each hole (in a Set an empty object, as nulls would merge). Parts without a hole are shared with the caller. */
  readonly value: readonly unknown[];
  /** Nearest first. A hole is named again for every further way into the part that contains it. */
  readonly holes: readonly Hole[];
}

/** A slot of a container with an object in it. */
interface Edge {
  readonly from: Container;
  readonly step: Step;
  readonly to: object;
  readonly isHole: boolean;
}

/** Cuts out every object that `isHole` accepts, at any depth; undefined when there is none. */
export function findHoles(args: readonly unknown[], isHole: (value: object) => boolean): Template | undefined {
  if (!args.some(isContainer)) return findFlatHoles(args, isHole);
  if (!hasHole(args, isHole)) return undefined;
  const root = args as Container;
  const edges = edgesFrom(root, isHole);
  const exits = exitsOf(edges);
  const changes = new Changes(copyOf);
  const paths = new Map<object, Path>([[root, []]]);
  const holes: Hole[] = [];
  for (const edge of edges) {
    if (!edge.isHole && !exits.has(edge.to)) continue;
    const path = [...paths.get(edge.from)!, edge.step];
    if (edge.isHole) holes.push({ hole: edge.to, path });
    else if (paths.has(edge.to)) holes.push(followExits(edge.to, path, exits));
    else paths.set(edge.to, path);
    const empty = edge.from instanceof Set ? {} : null;
    changes.set(edge.from, edge.step, edge.isHole ? empty : changes.target(edge.to as Container));
  }
  changes.apply();
  return { value: changes.target(root) as unknown[], holes };
}

/** The same for arguments without arrays, objects, Maps and Sets among them, which are most. */
function findFlatHoles(args: readonly unknown[], isHole: (value: object) => boolean): Template | undefined {
  const holes: Hole[] = [];
  const value = args.map((arg, i) => {
    if (!isObject(arg) || !isHole(arg)) return arg;
    holes.push({ hole: arg, path: [i] });
    return null;
  });
  return holes.length > 0 ? { value, holes } : undefined;
}

/**
 * Puts `values[i]` where `paths[i]` leads, in `value` itself: for a template that a port has cloned. Throws a RangeError
 * for a path that leads nowhere.
 */
export function fillHoles(value: readonly unknown[], paths: readonly Path[], values: readonly unknown[]): unknown[] {
  return fill(value, paths, values, new Changes((container) => container));
}

/** As `fillHoles`, but in a copy which shares the parts without holes: for a template that is used again. */
export function fillHolesInCopy(
  value: readonly unknown[],
  paths: readonly Path[],
  values: readonly unknown[],
): unknown[] {
  return fill(value, paths, values, new Changes(copyOf));
}

function fill(value: readonly unknown[], paths: readonly Path[], values: readonly unknown[], changes: Changes) {
  const root = value as Container;
  for (const [i, path] of paths.entries()) {
    let at = root;
    for (const [depth, step] of path.entries()) {
      const inner = changes.slot(at, step);
      const isLast = depth === path.length - 1;
      if (inner === undefined || !(isLast || isContainer(inner))) {
        throw new RangeError(
          `Cannot fill holes: path ${JSON.stringify(path)} ends at step ${depth}, must lead to a hole`,
        );
      }
      changes.set(at, step, isLast ? values[i] : changes.target(inner as Container));
      at = inner as Container;
    }
  }
  changes.apply();
  return changes.target(root) as unknown[];
}

function hasHole(args: readonly unknown[], isHole: (value: object) => boolean): boolean {
  const seen = new Set<object>([args]);
  const test = (inner: object) => {
    if (isHole(inner)) return true;
    if (isContainer(inner)) seen.add(inner);
    return false;
  };
  for (const container of seen) if (someObject(container as Container, test)) return true;
  return false;
}

/** Every slot with a hole or a container in it, nearest first. */
function edgesFrom(root: Container, isHole: (value: object) => boolean): readonly Edge[] {
  const edges: Edge[] = [];
  const seen = new Set<Container>([root]);
  for (const from of seen) {
    someObject(from, (to, step) => {
      if (isHole(to)) edges.push({ from, step, to, isHole: true });
      else if (isContainer(to)) {
        edges.push({ from, step, to, isHole: false });
        seen.add(to);
      }
      return false;
    });
  }
  return edges;
}

/** For each container that leads to a hole, the edge to take toward the nearest one. */
function exitsOf(edges: readonly Edge[]): ReadonlyMap<object, Edge> {
  const exits = new Map<object, Edge>();
  const into = new Map<object, Edge[]>();
  for (const edge of edges) {
    if (edge.isHole && !exits.has(edge.from)) exits.set(edge.from, edge);
    if (!edge.isHole && !into.get(edge.to)?.push(edge)) into.set(edge.to, [edge]);
  }
  for (const container of exits.keys()) {
    for (const edge of into.get(container) ?? []) if (!exits.has(edge.from)) exits.set(edge.from, edge);
  }
  return exits;
}

/** Goes on from `path`, which leads to `container`, to the nearest hole. */
function followExits(container: object, path: Path, exits: ReadonlyMap<object, Edge>): Hole {
  const further = [...path];
  let exit = exits.get(container)!;
  for (; !exit.isHole; exit = exits.get(exit.to)!) further.push(exit.step);
  return { hole: exit.to, path: [...further, exit.step] };
}
