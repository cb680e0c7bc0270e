import workerpool from "workerpool";

workerpool.worker({ noop: () => 0 });
