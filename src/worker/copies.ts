// A copy that a worker wants of another's result, and who may be asked for it.
import type { Ranked } from "../base/heap.ts";
import type { Source } from "../protocol/sources.ts";
import type { Order } from "./tasks.ts";

/** One attempt to get a copy, until it is asked for; the next attempt is another record. So whoever finds this one somewhere knows that it is stale by its state. */
export interface Copy extends Ranked {
  readonly task: number;
  readonly run: number;
  readonly bytes: number;
  /** It was scattered and may come to its holder after the question. */
  readonly isScattered: boolean;
  /** No other task needs it: it may be moved. */
  mayTake: boolean;
  /** Of the waiting order that runs first; ordered for its own sake: after all of them. */
  readonly priority: number;
  readonly sequence: number;
  /** Tasks that wait for it; one that takes it twice stands here twice. */
  readonly waiters: Order[];
  /** The reactor wants it here, whether a task waits for it or not. */
  isOrdered: boolean;
  /** One that may have it. */
  holder: number;
  /** Others that may have it. */
  others: Int32Array;
  /** In flight: the one that was asked. */
  asked: number;
  /** In flight: that one was asked to give the result itself. */
  isTaking: boolean;
  /** Holders that do not have it yet: they are asked again later. */
  late: readonly number[];
  /** Times that it was not there yet. */
  delays: number;
  /** A holder that does not have it any more, or -1. */
  gone: number;
  state: "fetch" | "flight" | "in-memory" | "released";
}

/** Whether a result is being taken away from its holder, so that nobody else can ask for it there. */
export const isBeingTaken = (copy: Copy): boolean => copy.state === "flight" && copy.isTaking;

export function newCopy(source: Source, waiter: Order | undefined, sequence: number): Copy {
  return {
    task: source.task,
    run: source.run,
    bytes: source.bytes,
    isScattered: source.isScattered,
    mayTake: source.mayTake,
    priority: waiter?.priority ?? Number.POSITIVE_INFINITY,
    sequence,
    // An array made with its only element is a fifth of one that is pushed to; a task may take 100,000 copies.
    waiters: waiter === undefined ? [] : [waiter],
    isOrdered: waiter === undefined,
    holder: source.holder,
    others: source.others,
    asked: -1,
    isTaking: false,
    late: NOBODY,
    delays: 0,
    gone: -1,
    state: "fetch",
  };
}

/** The next attempt: the former record is stale. */
export function renewed(copy: Copy, sequence: number): Copy {
  const { priority } = copy;
  const renewal: Copy = { ...copy, priority: bestPriority(copy, priority), sequence, asked: -1, state: "fetch" };
  copy.state = "released";
  return renewal;
}

function bestPriority({ waiters, isOrdered }: Copy, least: number): number {
  let best = isOrdered ? least : Number.POSITIVE_INFINITY;
  for (const order of waiters) if (order.state === "waiting" && order.priority < best) best = order.priority;
  return best;
}

/** Whether somebody still wants it. */
export function isStillWanted({ isOrdered, waiters }: Copy): boolean {
  if (isOrdered) return true;
  for (const order of waiters) if (order.state === "waiting") return true;
  return false;
}

const NOBODY: readonly number[] = [];

/** Strikes out a holder; false if nobody is left. */
export function strikeOut(copy: Copy, holder: number): boolean {
  const left = [copy.holder, ...copy.others].filter((other) => other !== holder);
  if (left.length === 0) return false;
  copy.holder = left[0] as number;
  copy.others = Int32Array.from(left.slice(1));
  if (copy.late.length > 0) copy.late = copy.late.filter((other) => other !== holder);
  return true;
}
