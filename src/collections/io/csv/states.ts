// The automaton of CSV: where in a record a unit (a byte, or two of UTF-16) stands. Quotes open only at the beginning of a
// field; a quote that closes may be followed by spaces; one that is followed by anything else belongs to the text. This is
// what papaparse does, and `scan.ts` relies on it.

/** The states between two units. */
export const State = {
  /** At the beginning of a record. */
  record: 0,
  /** After a carriage return at the beginning of a record: the line may be empty. */
  emptyLine: 1,
  /** At the beginning of a field that is not its record's first. */
  field: 2,
  /** In a field without quotes. */
  plain: 3,
  quoted: 4,
  /** After a quote in a quoted field. */
  closing: 5,
  /** After spaces that follow such a quote. */
  spaces: 6,
  comment: 7,
} as const;
export type State = (typeof State)[keyof typeof State];
export const STATES = 8;

/** What a unit is to the automaton. */
export const Kind = { other: 0, space: 1, comment: 2, delimiter: 3, quote: 4, return: 5, end: 6 } as const;

const KINDS_SHIFT = 3;

/** `NEXT[state << 3 | kind]` */
export const NEXT = new Uint8Array(STATES << KINDS_SHIFT);
/** What ends with a unit of kind `end`, by state: nothing (0), a row (1), an empty line (2), a comment (3). */
export const ENDS = new Uint8Array(STATES);

const S = State;
//                   other      space      comment    delimiter  quote      return       end
const ROWS: readonly (readonly State[])[] = [
  /* record    */ [S.plain, S.plain, S.comment, S.field, S.quoted, S.emptyLine, S.record],
  /* emptyLine */ [S.plain, S.plain, S.plain, S.field, S.plain, S.plain, S.record],
  /* field     */ [S.plain, S.plain, S.plain, S.field, S.quoted, S.plain, S.record],
  /* plain     */ [S.plain, S.plain, S.plain, S.field, S.plain, S.plain, S.record],
  /* quoted    */ [S.quoted, S.quoted, S.quoted, S.quoted, S.closing, S.quoted, S.quoted],
  /* closing   */ [S.quoted, S.spaces, S.quoted, S.field, S.quoted, S.spaces, S.record],
  /* spaces    */ [S.quoted, S.spaces, S.quoted, S.field, S.closing, S.spaces, S.record],
  /* comment   */ [S.comment, S.comment, S.comment, S.comment, S.comment, S.comment, S.record],
];
ROWS.forEach((row, state) => row.forEach((next, kind) => (NEXT[(state << KINDS_SHIFT) | kind] = next)));
ENDS.set([2, 2, 1, 1, 0, 1, 1, 3]);

/** Whether units of kind `other`, `space` and `comment` change nothing in any state that one `other` leads to. */
export const isIdle = (kind: number): boolean => kind <= Kind.comment;

/** What is left over when the data ends in a state: nothing, or a last row without an end. */
export const isOpenRow = (state: State): boolean => state !== S.record && state !== S.emptyLine && state !== S.comment;
