// The machine, as its system tells: a page does not know its processor.
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import type { Machine } from "../lab/experiments/machine.ts";

/** Adds what is known here to what a runtime on this machine told. */
export function describeThisMachine(told: Machine): Machine {
  const cpu = cpus()[0]?.model.trim();
  return {
    ...told,
    cores: told.cores ?? availableParallelism(),
    ...(cpu !== undefined && { cpu }),
    system: `${type()} ${release()}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}
