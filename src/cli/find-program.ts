// Where other runtimes are on this machine.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { distUrl } from "./lab-library.ts";
import { UsageError } from "./usage-error.ts";

interface Program {
  readonly variable: string;
  readonly names: readonly string[];
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  node: { variable: "NODE_BIN", names: ["node"] },
  deno: { variable: "DENO_PATH", names: ["deno"] },
  chromium: {
    variable: "CHROME_PATH",
    names: [
      ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"],
      ...[
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
      ],
    ],
  },
};

/** The path of a runtime. @throws {UsageError} saying where it was looked for */
export function findProgram(runtime: string): string {
  const { variable, names } = PROGRAMS[runtime] as Program;
  const chosen = process.env[variable];
  if (chosen !== undefined) return chosen;
  const installed = ["../node_modules/.bin", "../../.bin"].map((path) => fileURLToPath(new URL(path, distUrl)));
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...installed,
    join(process.cwd(), "node_modules/.bin"),
  ];
  for (const name of names) {
    const found = (name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name))).find(canRun);
    if (found !== undefined) return found;
  }
  throw new UsageError(
    `Cannot run in ${runtime}: no ${names.slice(0, 3).join(", ")} is on the PATH; set ${variable} to where it is`,
  );
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
