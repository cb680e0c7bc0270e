// How far it is: one line that changes on a terminal, a line for each thing that is begun elsewhere.
import type { Progress } from "../lab/experiments/plan.ts";

const BAR = 24;
const WIDTH = 79;

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class ProgressLine {
  readonly #out: Terminal;
  readonly #name: string;
  #runtime = "";
  #shown = "";
  #start = 0;

  constructor(out: Terminal, name: string) {
    this.#out = out;
    this.#name = name;
  }

  /** A runtime's part begins. */
  begin(runtime: string): void {
    this.#runtime = runtime;
    this.#start = performance.now();
    this.#shown = "";
  }

  show({ share, label }: Progress): void {
    const percent = `${Math.floor(100 * share)} %`.padStart(5);
    if (this.#out.isTTY) {
      const full = Math.round(BAR * share);
      const line = `[${"#".repeat(full)}${".".repeat(BAR - full)}]${percent} ${this.#left(share)} ${this.#runtime}: ${label}`;
      this.#out.write(`\r${line.slice(0, WIDTH).padEnd(WIDTH)}`);
    } else if (label !== this.#shown) {
      this.#out.write(`${this.#name} in ${this.#runtime} ${percent}  ${label}\n`);
    }
    this.#shown = label;
  }

  /** Makes room for a line of somebody else. */
  clear(): void {
    if (this.#out.isTTY) this.#out.write(`\r${" ".repeat(WIDTH)}\r`);
  }

  end(): void {
    this.clear();
  }

  /** Minutes and seconds that are left, if it goes on like this. */
  #left(share: number): string {
    const spent = performance.now() - this.#start;
    if (share < 0.02 || spent < 1000) return "--:--";
    const seconds = Math.round((spent * (1 - share)) / share / 1000);
    return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
