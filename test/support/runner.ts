// What a suite that runs everywhere needs of a test runner. Vitest and mocha offer it as they are, Deno by deno-runner.ts.
export interface Runner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => void | Promise<void>): void;
  /** `it` under the runner's own watch for timers, ports and files that are left; where it has one. */
  itLeavingNothing?(title: string, body: () => void | Promise<void>): void;
}
