// What a slice of a CSV file is to each state in which it may begin: a cut may fall into a quoted field, and nothing in the
// slice need tell. So the automaton runs from all states at once. They become few after a line: mostly two, in quotes and
// not. `link.ts` then goes through the slices in order and knows the truth.
import type { Dialect, UnitKinds, Units } from "./dialect.ts";
import { unitBytes, unitKinds } from "./dialect.ts";
import { ENDS, isIdle, Kind, NEXT, STATES, State } from "./states.ts";

/** A slice that begins in one state. */
export interface Lane {
  readonly end: State;
  /** Records that end in it, empty lines and comments not among them. */
  readonly rows: number;
  readonly emptyLines: number;
  /** Ends of lines that are `\r\n`, and others. */
  readonly pairs: number;
  readonly singles: number;
  /** Byte in the slice at which the first record begins; -1: none begins in it. */
  readonly first: number;
  /** Rows and empty lines that end before that. */
  readonly rowsBefore: number;
  readonly emptyBefore: number;
}

/** By the state in which the slice begins. */
export type SliceScan = readonly Lane[];

/** Starts that have come to the same state, with what was counted since the slice began, for the eldest of them. */
interface Group {
  state: State;
  rows: number;
  emptyLines: number;
  pairs: number;
  singles: number;
  /** Whether a member has not seen a record begin. */
  isWaiting: boolean;
  readonly members: Member[];
}

/** One start; its counts are those of its group and these. */
interface Member {
  readonly start: State;
  rows: number;
  emptyLines: number;
  pairs: number;
  singles: number;
  first: number;
  rowsBefore: number;
  emptyBefore: number;
}

/**
 * @param units from `from` on the slice; what stands before is looked at only to tell `\r\n` from `\n`
 * @param to where the slice ends; a delimiter of several units may reach beyond
 */
export function scanSlice(
  units: Units,
  range: { readonly from: number; readonly to: number },
  dialect: Dialect,
): SliceScan {
  const { from, to } = range;
  const { table, rest } = unitKinds(dialect);
  const bytesEach = unitBytes(dialect);
  const groups = startGroups();
  let isSettled = false; // an idle unit changes no state
  for (let i = from; i < to; i++) {
    let kind = table[units[i] as number] as number;
    if (isSettled && isIdle(kind)) continue;
    let unitLength = 1;
    if (kind === Kind.delimiter && rest.length > 0) {
      unitLength = delimiterLength(units, i, rest);
      if (unitLength === 0) kind = Kind.other;
    }
    isSettled = kind === Kind.other;
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g] as Group;
      if (kind === Kind.end) endLine(group, i > 0 && units[i - 1] === 13, (i + 1 - from) * bytesEach);
      group.state = NEXT[(group.state << 3) | kind] as State;
    }
    if (groups.length > 2 || (groups.length === 2 && groups[0]?.state === groups[1]?.state)) merge(groups);
    if (unitLength > 1) i += unitLength - 1;
  }
  return lanesOf(groups);
}

/** Units of the delimiter that begins at `at`; 0 if it is another character. */
function delimiterLength(units: Units, at: number, rest: UnitKinds["rest"]): number {
  for (let k = 0; k < rest.length; k++) if (units[at + 1 + k] !== rest[k]) return 0;
  return 1 + rest.length;
}

function startGroups(): Group[] {
  const none = { rows: 0, emptyLines: 0, pairs: 0, singles: 0 };
  return Array.from({ length: STATES }, (_, i) => {
    const start = i as State;
    const first = start === State.record ? 0 : -1;
    return { state: start, ...none, isWaiting: first < 0, members: [{ start, ...none, ...BEFORE, first }] };
  });
}

const BEFORE = { rowsBefore: 0, emptyBefore: 0 };

function endLine(group: Group, isPair: boolean, next: number): void {
  const ended = ENDS[group.state];
  if (ended === 0) return;
  if (ended === 1) group.rows++;
  else if (ended === 2) group.emptyLines++;
  if (isPair) group.pairs++;
  else group.singles++;
  if (!group.isWaiting) return;
  group.isWaiting = false;
  for (const member of group.members) {
    if (member.first >= 0) continue;
    member.first = next;
    member.rowsBefore = group.rows + member.rows;
    member.emptyBefore = group.emptyLines + member.emptyLines;
  }
}

/** Groups in the same state go on as one. */
function merge(groups: Group[]): void {
  for (let i = groups.length - 1; i > 0; i--) {
    const group = groups[i] as Group;
    const into = groups.find(({ state }) => state === group.state) as Group;
    if (into === group) continue;
    for (const member of group.members) {
      member.rows += group.rows - into.rows;
      member.emptyLines += group.emptyLines - into.emptyLines;
      member.pairs += group.pairs - into.pairs;
      member.singles += group.singles - into.singles;
      into.members.push(member);
    }
    into.isWaiting ||= group.isWaiting;
    groups.splice(i, 1);
  }
}

function lanesOf(groups: readonly Group[]): SliceScan {
  const lanes: Lane[] = [];
  for (const group of groups) {
    for (const { start, first, rowsBefore, emptyBefore, ...member } of group.members) {
      lanes[start] = {
        end: group.state,
        rows: group.rows + member.rows,
        emptyLines: group.emptyLines + member.emptyLines,
        pairs: group.pairs + member.pairs,
        singles: group.singles + member.singles,
        first,
        rowsBefore,
        emptyBefore,
      };
    }
  }
  return lanes;
}
