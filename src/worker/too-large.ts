// Why a task can never run here.
import { describeBytes } from "../base/bytes.ts";
import { ANY_TASK } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";

/** Its inputs can never be in memory together; both are managed bytes. */
export function tooLarge(needed: number, limit: number): Failure {
  const [must, may] = [describeBytes(needed), describeBytes(limit)];
  const message = `Cannot compute ${ANY_TASK}: its inputs take ${must}, must fit into ${may}, a worker's share of memoryLimit`;
  return engineFailure("memory-exceeded", message, { key: ANY_TASK, needed, limit });
}
