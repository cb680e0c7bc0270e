// What a simulated reactor waits for. In virtual time any of it may be over next.
import type { Random } from "../../src/base/random.ts";
import type { ReactorEvent } from "../../src/reactor/events.ts";
import type { Instruction } from "../../src/reactor/instructions.ts";

type TimeInstruction = Extract<Instruction, { readonly kind: "watch-run" | "unwatch-run" | "wait" }>;

export class SimulatedClocks {
  readonly #due: ReactorEvent[] = [];

  get size(): number {
    return this.#due.length;
  }

  perform(instruction: TimeInstruction): void {
    const { kind } = instruction;
    if (kind === "watch-run") this.#due.push({ kind: "run-overdue", watch: instruction.watch });
    else if (kind === "wait") this.#due.push({ kind: "waited", task: instruction.task, run: instruction.run });
    else {
      const at = this.#due.findIndex((event) => event.kind === "run-overdue" && event.watch === instruction.watch);
      if (at >= 0) this.#due.splice(at, 1);
    }
  }

  takeOne(random: Random): ReactorEvent | undefined {
    return this.#due.splice(random.below(this.#due.length), 1)[0];
  }
}
