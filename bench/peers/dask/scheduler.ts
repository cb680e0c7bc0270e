// A real Dask scheduler in a process of its own, with the settings of a case.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface DaskSetting {
  readonly stealing: boolean;
  /** How many tasks a worker is given per thread; "inf": all that are ready. */
  readonly saturation: "inf" | "1.1";
  /** Workers are drawn by lot. */
  readonly random: boolean;
}

export interface DaskScheduler {
  readonly address: string;
  close(): Promise<void>;
}

export const PYTHON = "/usr/bin/python3";

export async function startDask({ stealing, saturation, random }: DaskSetting): Promise<DaskScheduler> {
  const preload = fileURLToPath(new URL("random_scheduler.py", import.meta.url));
  const args = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"];
  const child = spawn(PYTHON, [...args, ...(random ? ["--preload", preload] : [])], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING: stealing ? "True" : "False",
      DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION: saturation,
      DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL: "1 day", // zero workers send no heartbeats
    },
  });
  const said: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      said.push(line);
      const found = /Scheduler at:\s+(tcp:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`Cannot start Dask's scheduler: ${said.slice(-5).join("\n")}`)));
  });
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL"); // it has nothing to save, and takes seconds to say goodbye
      }),
  };
}
