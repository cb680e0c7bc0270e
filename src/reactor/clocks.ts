// The instructions of the machine that take time, performed: each ends in one event, unless it is taken back.
import { unreachable } from "../base/assert.ts";
import type { Clock } from "./deadlines.ts";
import { Deadlines } from "./deadlines.ts";
import type { ReactorEvent } from "./events.ts";
import type { Instruction } from "./instructions.ts";

type TimeInstruction = Extract<Instruction, { readonly kind: "watch-run" | "unwatch-run" | "wait" }>;

export class Clocks {
  readonly #deadlines: Deadlines;
  readonly #hear: (event: ReactorEvent) => void;
  /** Waits are counted down from here: the numbers of watches are the machine's. */
  #nextWait = -1;

  constructor(clock: Clock, hear: (event: ReactorEvent) => void) {
    this.#deadlines = new Deadlines(clock);
    this.#hear = hear;
  }

  /** How many are running. */
  get size(): number {
    return this.#deadlines.size;
  }

  perform(instruction: TimeInstruction): void {
    switch (instruction.kind) {
      case "watch-run": {
        const { watch, milliseconds } = instruction;
        return this.#deadlines.set(watch, milliseconds, () => this.#hear({ kind: "run-overdue", watch }));
      }
      case "unwatch-run":
        return this.#deadlines.delete(instruction.watch);
      case "wait": {
        const { task, run, milliseconds } = instruction;
        return this.#deadlines.set(
          this.#nextWait--,
          milliseconds,
          () => this.#hear({ kind: "waited", task, run }),
          false,
        );
      }
      default:
        return unreachable(instruction);
    }
  }

  /** For a while nothing could happen, and does again: what was to come has as much time as at first. */
  beginAnew(): void {
    this.#deadlines.beginAnew();
  }

  end(): void {
    this.#deadlines.clear();
  }
}
