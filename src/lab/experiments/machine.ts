// What a run was measured on, as far as the runtime tells.
import { thisRuntime } from "./real-workers.ts";

export interface Machine {
  readonly runtime: string;
  readonly version: string;
  readonly cores: number | undefined;
  readonly cpu?: string;
  readonly system?: string;
  readonly memoryGiB?: number;
}

interface Host {
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly navigator?: { readonly userAgent?: string; readonly hardwareConcurrency?: number };
}

/** What the runtime itself tells; a command line can add the processor and the system. */
export function describeMachine(runtime: string = thisRuntime): Machine {
  const { Deno, process, navigator } = globalThis as Host;
  const version = Deno?.version.deno ?? process?.versions?.node ?? browserVersion(navigator?.userAgent ?? "");
  return { runtime, version, cores: navigator?.hardwareConcurrency };
}

const browserVersion = (agent: string): string =>
  /(?:Firefox|HeadlessChrome|Chrome|Version)\/[\d.]+/.exec(agent)?.[0] ?? "unknown";
