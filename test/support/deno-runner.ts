// `describe` and `it` for Deno's own runner, whose sanitizers then watch each test: no timer, worker or port may be left.
import type { Runner } from "./runner.ts";

/** The part of Deno that is used here; Deno's own types are not installed. */
declare const Deno: { test(name: string, body: () => void | Promise<void>): void };

const titles: string[] = [];

export const denoRunner: Runner = {
  describe(title, body) {
    titles.push(title);
    try {
      body();
    } finally {
      titles.pop();
    }
  },
  it(title, body) {
    Deno.test([...titles, title].join(": "), body);
  },
};
