// A worker's machine with all of its parts from the start, where nothing is loaded: simulations and benchmarks.
import { Exchange } from "./exchange.ts";
import type { WorkerMachineOptions } from "./machine.ts";
import { WorkerMachine } from "./machine.ts";
import { Storing } from "./storing.ts";

export function wholeMachine(options: WorkerMachineOptions): WorkerMachine {
  const machine = new WorkerMachine(options);
  machine.attachStoring(Storing);
  machine.attachExchange(Exchange);
  return machine;
}
