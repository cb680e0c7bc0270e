// How a task calls its function: which of its inputs and literal values become which arguments.

/** The forms of a call; small integers, since they travel in columns. */
export const Call = {
  /** `fn(...inputs)` */
  inputs: 0,
  /** `fn([...inputs])`, for any number of inputs */
  list: 1,
  /** `fn(value)` */
  value: 2,
  /** `fn(...value)`, where the value is an array of arguments */
  args: 3,
  /** `fn(...template.args)` after the inputs were put into its holes */
  template: 4,
} as const;
export type Call = (typeof Call)[keyof typeof Call];

const CALL_BITS = 3;
const CALL_MASK = (1 << CALL_BITS) - 1;

/** A function of a table and the form of the call in one integer. */
export const packCall = (fn: number, call: Call): number => (fn << CALL_BITS) | call;
export const callOf = (packed: number): Call => (packed & CALL_MASK) as Call;
export const functionOf = (packed: number): number => packed >> CALL_BITS;

/** Whether a call of this form carries a literal value beside its inputs. */
export const hasValue = (call: Call): boolean => call >= Call.value;
