/** `npm start`: from a fresh clone to the demo in a browser. Options: `--port`, `--host`. */
import { parseArgs } from "node:util";
import { ensurePackages, run, runTool } from "./setup.mjs";

const { values } = parseArgs({
  options: { port: { type: "string", default: "4173" }, host: { type: "string", default: "localhost" } },
});

ensurePackages();
console.log("Building the package and the demo ...");
if (run(process.execPath, ["scripts/build.mjs"]) !== 0) throw new Error("Cannot build the package, see above");
if (runTool("vite", ["build", "demo", "--logLevel", "warn"]) !== 0) throw new Error("Cannot build the demo, see above");

const { preview } = await import("vite");
const server = await preview({
  root: "demo",
  logLevel: "warn",
  preview: { port: Number(values.port), host: values.host },
});
const urls = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
console.log(`\nweftwork's demo is ready. Open ${urls.join(" or ")}\nStop it with Ctrl+C.`);
