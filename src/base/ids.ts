// The names of things. Ids are plain integers in columns and messages; what each counts is told where it stands.

/** A task as the reactor counts it: dense, a row of the task table; a row is used again only under a newer run. Clients name tasks by `TaskKey`. */
export type TaskId = number;

/** The name by which users know a task; unique among the futures that are alive. */
export type TaskKey = string;
