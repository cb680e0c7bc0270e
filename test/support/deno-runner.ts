// `describe` and `it` for Deno's own runner. Its sanitizers, which must be asked for, see timers, ports and files that are left.
import type { Runner } from "./runner.ts";

/** The part of Deno that is used here; Deno's own types are not installed. */
declare const Deno: {
  test(name: string, body: () => void | Promise<void>): void;
  test(options: {
    readonly name: string;
    readonly fn: () => void | Promise<void>;
    readonly sanitizeOps: boolean;
    readonly sanitizeResources: boolean;
  }): void;
};

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
  itLeavingNothing(title, body) {
    Deno.test({ name: [...titles, title].join(": "), fn: body, sanitizeOps: true, sanitizeResources: true });
  },
};
