// From an error to what a visitor is told: what happened, in plain words, and what to do.
import { isEngineError } from "weftwork";

export interface Advice {
  readonly title: string;
  readonly cure: string;
  /** The error's own words. */
  readonly details: string;
}

export function adviceFor(error: unknown): Advice {
  const root = rootOf(error);
  const details = root instanceof Error ? root.message : String(root);
  if (location.protocol === "file:") {
    return {
      title: "The page was opened as a file",
      cure: "Workers need a web server: run npm start, then open the address that it prints.",
      details,
    };
  }
  if (typeof Worker === "undefined") {
    return {
      title: "This browser has no Web Workers",
      cure: "Open the page in a current Chrome, Edge, Firefox or Safari.",
      details,
    };
  }
  if (details.startsWith("Cannot read the flights")) {
    return {
      title: "The data file could not be read",
      cure: "Check that flights-3m.parquet lies in the page's assets folder and the connection works (npm start copies it there), then choose Run again.",
      details,
    };
  }
  if (isEngineError(error, "boot-failed")) {
    return {
      title: "The workers could not be started",
      cure: "Reload the page. If that does not help, a content security policy or an extension may block workers here.",
      details,
    };
  }
  return {
    title: "The run did not finish",
    cure: "Choose Run again. If it fails again, please report it with the words below.",
    details,
  };
}

/** What failed first: tasks that could not run because another failed name it as their cause. */
function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof Error && root.cause !== undefined && isEngineError(root, "dependency-failed"))
    root = root.cause;
  return root;
}
