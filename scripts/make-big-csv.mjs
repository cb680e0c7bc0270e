/**
 * A large CSV file of made-up flights with a known answer: `node scripts/make-big-csv.mjs FILE BYTES [BROKEN]`, or
 * `makeBigCsv`. Some cells are quoted, with delimiters, quotes and ends of lines in them, so that cuts fall into some.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { pathToFileURL } from "node:url";

export const ORIGINS = ["ATL", "BOS", "DEN", "JFK", "LAX", "ORD", "SEA", "SFO"];
const NOTES = ["", "on time", '"late, because of the ""weather"""', '"two\nlines, or\nthree"', "gate 7"];

/** @typedef {{ rows: number, groups: Record<string, { flights: number, delay: number }>, brokenRow?: number, brokenByte?: number }} Answer */

/**
 * Writes at least `bytes` and says what is in it. With `broken` the row in the middle has a cell too few: the answer
 * names it and does not count it.
 * @param {string} path @param {number} bytes @param {{ broken?: boolean }} [options] @returns {Promise<Answer>}
 */
export async function makeBigCsv(path, bytes, { broken = false } = {}) {
  const out = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  /** @type {Answer} */
  const answer = { rows: 0, groups: {} };
  for (const origin of ORIGINS) answer.groups[origin] = { flights: 0, delay: 0 };
  let written = 0;
  let piece = "date,origin,distance,delay,note\n";
  let state = 1;
  let row = 0;
  const flush = async () => {
    written += Buffer.byteLength(piece);
    if (!out.write(piece)) await once(out, "drain");
    piece = "";
  };
  while (written < bytes) {
    row++;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const origin = /** @type {string} */ (ORIGINS[state >>> 29]);
    const delay = ((state >>> 12) % 300) - 60;
    const minute = row % 1440;
    const time = `2001-01-${String(1 + (row % 28)).padStart(2, "0")} ${two(minute / 60)}:${two(minute % 60)}`;
    if (broken && answer.brokenRow === undefined && written > bytes / 2) {
      await flush();
      answer.brokenRow = row;
      answer.brokenByte = written;
      piece = `${time},${origin},${delay}\n`;
      continue;
    }
    piece += `${time},${origin},${(state % 4000) / 8},${delay},${NOTES[(state >>> 8) % NOTES.length]}\n`;
    const group = /** @type {{ flights: number, delay: number }} */ (answer.groups[origin]);
    group.flights++;
    group.delay += delay;
    answer.rows++;
    if (piece.length > 1024 * 1024) await flush();
  }
  await flush();
  out.end();
  await once(out, "finish");
  return answer;
}

/** @param {number} n */
function two(n) {
  return String(Math.floor(n)).padStart(2, "0");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [path, bytes, broken] = process.argv.slice(2);
  if (path === undefined || !(Number(bytes) > 0))
    throw new Error("Cannot make a CSV file: give its path and its bytes");
  console.log(JSON.stringify(await makeBigCsv(path, Number(bytes), { broken: broken === "broken" })));
}
