// From the arguments of a call to the form in which they travel: inputs (futures) apart from literal values.
import { fillHolesInCopy, findHoles } from "../codec/holes.ts";
import { TransferMark } from "../codec/transfer.ts";
import { Call } from "../graph/call.ts";
import type { ArgumentTemplate } from "../protocol/template.ts";

/** A call whose futures (or other placeholders) stand apart. */
export interface CallForm<Hole> {
  readonly call: Call;
  readonly inputs: readonly Hole[];
  /** See `Call`; meaningless for forms without a value. */
  readonly value: unknown;
  /** Buffers of the value that are to be moved. */
  readonly buffers: readonly object[];
}

/** Takes the arguments of a call apart; `isHole` knows the placeholders. The caller's data is not changed. */
export function formOf<Hole extends object>(
  args: readonly unknown[],
  isHole: (value: unknown) => value is Hole,
): CallForm<Hole> {
  if (args.length === 0) return form(Call.inputs, NOTHING, undefined);
  const only = args.length === 1 ? args[0] : undefined;
  if (args.length === 1 && (typeof only !== "object" || only === null)) return form(Call.value, NOTHING, only);
  if (args.every(isHole)) return form(Call.inputs, args, undefined);
  if (isListOf(only, isHole)) return form(Call.list, only, undefined);
  const marks = findHoles(args, (value) => value instanceof TransferMark);
  if (marks === undefined) return withHoles(args, isHole, []);
  const found = marks.holes.map(({ hole }) => hole as TransferMark);
  const paths = marks.holes.map(({ path }) => path);
  const values = found.map((mark) => mark.value);
  const buffers = [...new Set(found.flatMap((mark) => mark.buffers))];
  return withHoles(fillHolesInCopy(marks.value, paths, values), isHole, buffers);
}

/** `every` would pass over the gaps of a sparse array. */
function isListOf<Hole>(value: unknown, isHole: (item: unknown) => item is Hole): value is readonly Hole[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  for (const item of value) if (!isHole(item)) return false;
  return true;
}

function withHoles<Hole extends object>(
  args: readonly unknown[],
  isHole: (value: unknown) => value is Hole,
  buffers: readonly object[],
): CallForm<Hole> {
  const template = findHoles(args, isHole);
  if (template === undefined) {
    return args.length === 1 ? form(Call.value, [], args[0], buffers) : form(Call.args, [], args, buffers);
  }
  const value: ArgumentTemplate = { args: template.value, paths: template.holes.map(({ path }) => path) };
  return form(
    Call.template,
    template.holes.map(({ hole }) => hole as Hole),
    value,
    buffers,
  );
}

function form<Hole>(
  call: Call,
  inputs: readonly Hole[],
  value: unknown,
  buffers: readonly object[] = NOTHING,
): CallForm<Hole> {
  return { call, inputs, value, buffers };
}

const NOTHING: readonly never[] = [];
