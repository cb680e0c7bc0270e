// A task graph as data: what is drawn, simulated and measured. It holds numbers only and knows no function or cluster.

/** A task graph as data: which tasks there are, what they take, what they cost. Ids are dense; inputs stand before consumers. */
export interface PaperGraph {
  /** As in Table I of the paper: "groupby-90-1S-8H". */
  readonly name: string;
  /** Names of the kinds of tasks. */
  readonly kinds: readonly string[];
  /** By task: index into `kinds`. */
  readonly kindOf: Uint8Array;
  /** Inputs of task i: `inputs[inputOffsets[i] .. inputOffsets[i + 1])`. */
  readonly inputOffsets: Int32Array;
  readonly inputs: Int32Array;
  /** By task: how long it computes. */
  readonly milliseconds: Float64Array;
  /** By task: size of its result, whole numbers. */
  readonly bytes: Float64Array;
}

/** What one task costs. */
export interface TaskCost {
  readonly milliseconds: number;
  readonly bytes: number;
}
