// The identities of the engine. Each is a number of its own type, so that a worker cannot stand where a task is meant.
declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** A task as the reactor counts it: dense, a row of the task table; a row is used again only under a newer run. Clients name tasks by `TaskKey`. */
export type TaskId = Brand<number, "TaskId">;
/** One attempt at one task; a reply that carries an older run is stale and is dropped. */
export type RunId = Brand<number, "RunId">;
/** One cluster worker; never used again after the worker has gone. */
export type WorkerId = Brand<number, "WorkerId">;
/** Workers that share a cheap path (a page, a machine). */
export type NodeId = Brand<number, "NodeId">;
/** One function of the cluster's table; tasks carry it instead of the function. */
export type FunctionId = Brand<number, "FunctionId">;
/** A client's handle on one task's result, counted by the client. */
export type FutureId = Brand<number, "FutureId">;
/** One graph handed over by a client in one message, counted by the client. */
export type SubmissionId = Brand<number, "SubmissionId">;
/** One question that expects an answer (gather, run, explain), counted by whoever asks. */
export type RequestId = Brand<number, "RequestId">;
/** The name by which users know a task; unique among the futures that are alive. */
export type TaskKey = string;

// The only casts in the code base: a plain number read from a column becomes an identity.
export const taskId = (n: number): TaskId => n as TaskId;
export const runId = (n: number): RunId => n as RunId;
export const workerId = (n: number): WorkerId => n as WorkerId;
export const nodeId = (n: number): NodeId => n as NodeId;
export const functionId = (n: number): FunctionId => n as FunctionId;
export const futureId = (n: number): FutureId => n as FutureId;
export const submissionId = (n: number): SubmissionId => n as SubmissionId;
export const requestId = (n: number): RequestId => n as RequestId;
