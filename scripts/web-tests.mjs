/** What web-test-runner needs in every engine: the built package under its own name, isolated pages, and a tally of tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { defaultReporter, summaryReporter } from "@web/test-runner";
import { isolationHeaders } from "./chromium.mjs";

/** Whether a browser has asked for anything. */
let cameUp = false;

/** @param {{ files: string | string[], browsers: import("@web/test-runner").TestRunnerConfig["browsers"] }} choice */
export function webTests({ files, browsers }) {
  return {
    files,
    browsers,
    nodeResolve: true,
    concurrency: 1,
    testFramework: { config: { timeout: 30_000 } },
    plugins: [esbuildPlugin({ ts: true, target: "es2022" }), ourselves()],
    middleware: [isolate],
    reporters: [defaultReporter(), summaryReporter({}), tallyReporter(process.env.WTR_TALLY)],
  };
}

/** The package's own name, which the server's resolver does not look up; and "#platform" of the source. */
function ourselves() {
  /** @type {Record<string, Record<string, string> | string>} */
  const entries = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).exports;
  return {
    name: "ourselves",
    /** @param {{ source: string }} request */
    resolveImport({ source }) {
      if (source === "#platform") return "/src/cluster/platform-web.ts";
      if (source === "#files") return "/src/storage/deno-files-port.ts";
      if (source !== "weftwork" && !source.startsWith("weftwork/")) return undefined;
      const entry = entries[`.${source.slice("weftwork".length)}`];
      return typeof entry === "object" ? entry.default?.slice(1) : undefined;
    },
  };
}

/** @param {{ set(name: string, value: string): void }} context @param {() => Promise<void>} next */
async function isolate(context, next) {
  cameUp = true;
  await next();
  for (const [name, value] of Object.entries(isolationHeaders)) context.set(name, value);
}

/** Leaves the totals for scripts/test.mjs; a file that fails to load counts as one failed test. @param {string | undefined} file */
function tallyReporter(file) {
  return {
    /** @param {{ sessions: import("@web/test-runner").TestSession[] }} run */
    onTestRunFinished({ sessions }) {
      if (file === undefined) return;
      const results = sessions.flatMap((session) => listTests(session.testResults));
      const broken = sessions.filter(
        (session) => !session.passed && listTests(session.testResults).every((t) => t.passed),
      );
      const failures = results.filter((test) => !test.passed || test.skipped).map(describe);
      const passed = results.length - failures.length;
      failures.push(...broken.map(({ testFile }) => `${testFile} as a whole`));
      writeFileSync(file, JSON.stringify({ passed, failed: failures.length, failures, cameUp }));
    },
  };
}

/** @param {import("@web/test-runner").TestSuiteResult | undefined} suite @returns {import("@web/test-runner").TestResult[]} */
function listTests(suite) {
  return suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(listTests)];
}

/** @param {import("@web/test-runner").TestResult} test */
function describe({ name, error, skipped }) {
  return `${name}: ${skipped ? "skipped" : (error?.message ?? "failed")}`;
}
