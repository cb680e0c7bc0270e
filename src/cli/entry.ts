// How the command begins and ends.
import { argv, exit } from "node:process";
import { runWeft } from "./run-weft.ts";
import { UsageError } from "./usage-error.ts";

// Workers and servers that are left would keep the process alive: it ends when the command does.
runWeft(argv.slice(2)).then(exit, (error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  exit(error instanceof UsageError ? 2 : 1);
});
