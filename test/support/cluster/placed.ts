// A scheduler for tests that say where tasks run: those without inputs on the first worker, all others on the last.
import type { SchedulerChoice, SchedulerFactory } from "weftwork";

export const byLevel: SchedulerFactory = () => {
  const workers: number[] = [];
  const ready: [task: number, worker: "first" | "last"][] = [];
  return {
    name: "by level",
    observe(event) {
      if (event.kind === "worker-added") {
        workers.push(event.worker);
        workers.sort((a, b) => a - b);
      }
      if (event.kind === "worker-removed") workers.splice(workers.indexOf(event.worker), 1);
      if (event.kind === "tasks-added") {
        event.tasks.forEach((task, i) => {
          const inputs = (event.inputOffsets[i + 1] as number) - (event.inputOffsets[i] as number);
          ready.push([task, inputs === 0 ? "first" : "last"]);
        });
      }
      if (event.kind === "reopened") event.tasks.forEach((task) => ready.push([task, "last"]));
      return ready.length > 0 && workers.length > 0;
    },
    assign(out) {
      for (const [task, place] of ready.splice(0)) {
        out.push(task, (place === "first" ? workers[0] : workers.at(-1)) as number, task);
      }
    },
  };
};

/** The same as a module, for a server in a worker. */
export const byLevelModule: SchedulerChoice = {
  url: `data:text/javascript,${encodeURIComponent(`export default ${String(byLevel)}`)}`,
};
