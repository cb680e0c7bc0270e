/** How many tests passed and failed, read from what each runner leaves behind. A skipped test counts as failed. */
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, failures?: readonly string[] }} Tally `failures`: what failed, in words */

/** @param {string} file what vitest's json reporter wrote @returns {Tally} */
export function readVitest(file) {
  const { testResults, numPassedTests, numTotalTests } = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ each) =>
      each.status === "failed" && each.assertionResults.length === 0,
  ).length;
  const failures = testResults.flatMap(
    (/** @type {{ assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} */ each) =>
      each.assertionResults
        .filter(({ status }) => status !== "passed")
        .map(({ status, fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0] ?? status}`),
  );
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + brokenFiles, failures };
}

/** @param {string} file what Deno's junit reporter wrote @returns {Tally} */
export function readJunit(file) {
  const xml = readFileSync(file, "utf8");
  const cases = xml.match(/<testcase\b[^>]*\/>|<testcase\b[\s\S]*?<\/testcase>/g) ?? [];
  const failures = cases.filter((each) => /<(failure|error|skipped)\b/.test(each));
  return { passed: cases.length - failures.length, failed: failures.length, failures };
}

/** @param {string} file a tally that one of our own scripts wrote @returns {Tally} */
export function readTally(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * A runner's tally, with what the counts alone would hide: no report, no tests, a crash after the last test.
 * @param {{ code: number, report: string, read: (file: string) => Tally }} outcome
 * @returns {Tally & { why?: string }}
 */
export function settleTally({ code, report, read }) {
  if (!existsSync(report)) return { passed: 0, failed: 1, why: `it left no report (exit code ${code})` };
  const { passed, failed, failures } = read(report);
  if (passed + failed === 0) return { passed, failed: 1, why: "it found no tests" };
  if (code !== 0 && failed === 0) return { passed, failed: 1, why: `exit code ${code} though no test failed` };
  return failures === undefined ? { passed, failed } : { passed, failed, failures };
}
