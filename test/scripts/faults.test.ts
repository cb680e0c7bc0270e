import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}docs/faults.md`, "utf8");
const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| (situation|case|---)/.test(line));
/** A file and the title of a test in it. */
const NAMED = /`(test\/[\w./-]+\.ts)`: "(.+?)"(?=[;. |\n]|$)/g;

describe("docs/faults.md", () => {
  it("names tests that exist, each by its file and its whole title", () => {
    const wrong: string[] = [];
    for (const [, file = "", title = ""] of page.matchAll(NAMED)) {
      const text = existsSync(root + file) ? readFileSync(root + file, "utf8") : "";
      const isThere = [`"${title}"`, `\`${title}\``, `"${title.replaceAll('"', '\\"')}"`].some((each) =>
        text.includes(each),
      );
      if (!isThere) wrong.push(`${file}: "${title}"`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it("has no line without a test, unless it says why the case does not apply", () => {
    const bare = lines.filter((line) => line.match(NAMED) === null && !line.includes("does not apply"));
    expect(bare).to.deep.equal([]);
  });

  it("has every line of the design's table and every case of groups 3.1 to 3.14", () => {
    const numbers = lines
      .map((line) => Number(/^\| (\d+) \|/.exec(line)?.[1]))
      .filter((number) => !Number.isNaN(number));
    expect(numbers).to.deep.equal([
      ...[1, 2, 4, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 25, 26, 27, 28, 31, 32, 33, 34],
      ...[35, 37, 39, 40, 41, 42, 43, 45, 46, 47, 49, 50, 51, 52, 54, 56, 57, 58, 59, 61, 62, 64, 65],
      ...[66, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 83, 84, 86, 87, 89, 90, 91, 93, 94],
      ...[95, 96, 97, 98, 100, 102, 103, 104, 105, 107, 108, 110],
    ]);
    expect(lines.length - numbers.length, "lines of the design's table").to.equal(8);
  });
});
