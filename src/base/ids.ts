// The names of things. Ids are plain integers in columns and messages; what each counts is told where it stands.

/** The name by which users know a task; unique among the futures that are alive. */
export type TaskKey = string;
