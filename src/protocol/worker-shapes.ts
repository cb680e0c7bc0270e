// What a message from a worker to the reactor must look like, kind by kind. A task of a user shares its worker's port, and
// may post what it likes there: whatever is taken for ours is looked at to the last field that we read. What a field means
// (a task, a run, a place of a request) is for the machine to believe or not.
import type { Failure } from "../codec/failure.ts";
import { FINISHED_SIZE } from "./finished-batch.ts";
import type { WorkerNotice, WorkerToReactor } from "./worker-to-reactor.ts";

type Fields = Readonly<Record<string, unknown>>;
type Shapes<Kind extends string> = Readonly<Record<Kind, (fields: Fields) => boolean>>;

const SHAPES: Shapes<WorkerToReactor["kind"]> = {
  timings: ({ base, tasks, others }) => Number.isFinite(base) && isColumn(tasks) && others instanceof Float64Array,
  finished: ({ tasks }) => isColumn(tasks, FINISHED_SIZE),
  placed: ({ tasks }) => isColumn(tasks, 2),
  taken: ({ tasks }) => isColumn(tasks, 3),
  lost: ({ tasks }) => isColumn(tasks, 2),
  started: ({ tasks }) => isColumn(tasks, 2),
  retracted: ({ tasks }) => isColumn(tasks, 3),
  interrupted: isOfTask,
  core: (fields) => isOfTask(fields) && typeof fields.isHeld === "boolean",
  context: (fields) => isOfTask(fields) && kindOf(fields.body) !== undefined,
  failed: (fields) => isOfTask(fields) && isFailure(fields.failure),
  missing: (fields) =>
    isOfTask(fields) && isInteger(fields.input) && isInteger(fields.holder) && isMaybeFailure(fields.failure),
  values: ({ request, positions, values, failed }) =>
    isInteger(request) &&
    isColumn(positions) &&
    Array.isArray(values) &&
    Array.isArray(failed) &&
    failed.every(isFailedValue),
  slice: ({ request, position, index, items }) =>
    isInteger(request) && isInteger(position) && isInteger(index) && Array.isArray(items),
  "not-here": ({ request, positions }) => isInteger(request) && isColumn(positions),
  ran: ({ request, failure }) => isInteger(request) && isMaybeFailure(failure),
  measured: ({ functions, milliseconds, bytesPerSecond }) =>
    isColumn(functions) &&
    milliseconds instanceof Float64Array &&
    milliseconds.length === functions.length &&
    milliseconds.every(isAmount) &&
    functions.every((fn) => fn >= 0) &&
    (bytesPerSecond === undefined || isAmount(bytesPerSecond)),
  notice: ({ notice }) => isShaped(notice, NOTICES),
};

const NOTICES: Shapes<WorkerNotice["kind"]> = {
  "spill-began": ({ store }) => typeof store === "string",
  "spill-stopped": ({ reason }) => typeof reason === "string",
  "spill-lost": ({ results }) => isAmount(results),
  "script-incomplete": ({ reason }) => typeof reason === "string",
  memory: ({ memory }) => isRecord(memory),
};

/** Whether it is a message of a worker's with all that its kind must have. */
export const isWorkerMessage = (value: unknown): value is WorkerToReactor => isShaped(value, SHAPES);

/** A chain of causes is followed so far; none of ours is longer, and one that goes round in a circle has no end. */
const MOST_CAUSES = 100;

/** Whether it is what a thread made of something that was thrown. */
export function isFailure(value: unknown, left = MOST_CAUSES): value is Failure {
  if (!isRecord(value) || left === 0) return false;
  const { kind, name, message, stack, cause, errors, properties, text } = value;
  if (kind === "value") return "value" in value;
  if (kind === "opaque") return typeof text === "string";
  return (
    kind === "error" &&
    typeof name === "string" &&
    typeof message === "string" &&
    (stack === undefined || typeof stack === "string") &&
    (cause === undefined || isFailure(cause, left - 1)) &&
    (errors === undefined || (Array.isArray(errors) && errors.every((each) => isFailure(each, left - 1)))) &&
    (properties === undefined || isRecord(properties))
  );
}

function isShaped(value: unknown, shapes: Shapes<string>): boolean {
  const kind = kindOf(value);
  return kind !== undefined && Object.hasOwn(shapes, kind) && (shapes[kind]?.(value as Fields) ?? false);
}

function kindOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.kind === "string" ? value.kind : undefined;
}

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isAmount = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;
const isMaybeFailure = (value: unknown): boolean => value === undefined || isFailure(value);

function isOfTask({ task, run }: Fields): boolean {
  return isInteger(task) && isInteger(run);
}

function isFailedValue(value: unknown): boolean {
  return isRecord(value) && isInteger(value.position) && isFailure(value.failure);
}

/** A column of records of so many integers each. */
function isColumn(value: unknown, size = 1): value is Int32Array {
  return value instanceof Int32Array && value.length % size === 0;
}
