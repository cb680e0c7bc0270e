/** Draws docs/states.md from the transition tables in the source; `--check` fails when the page is not what they say. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle.mjs";
import { root } from "./setup.mjs";

const PAGE = "docs/states.md";
const TABLES = [
  { file: "src/reactor/transitions.ts", name: "TASK_TRANSITIONS", title: "A task, as the reactor sees it" },
  { file: "src/worker/states.ts", name: "WORKER_TASK_TRANSITIONS", title: "A task, as a worker sees it" },
];

const sections = await Promise.all(TABLES.map(drawTable));
const page = [
  "# The states of a task",
  "",
  "Drawn by `npm run states` from the tables in the source; edit those, not this page.",
  "",
  ...sections.flat(),
].join("\n");
const current = existsSync(join(root, PAGE)) ? readFileSync(join(root, PAGE), "utf8") : "";

if (page === current) {
  console.log(`states: ${PAGE} is what the tables say`);
} else if (process.argv.includes("--check")) {
  console.error(`states: ${PAGE} is not what the tables say; run npm run states`);
  process.exitCode = 1;
} else {
  mkdirSync(join(root, PAGE, ".."), { recursive: true });
  writeFileSync(join(root, PAGE), page);
  console.log(`states: ${PAGE} drawn`);
}

/** @param {(typeof TABLES)[number]} table */
async function drawTable({ file, name, title }) {
  if (!existsSync(join(root, file))) {
    console.log(`skipped: ${file} is not written yet`);
    return [];
  }
  const transitions = Object.entries(await loadExport(file, name)).map(([arrow, when]) => {
    const [from = "", to = ""] = arrow.split(">");
    return { from, to, when };
  });
  const states = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))];
  return [
    `## ${title}`,
    "",
    `\`${name}\` in [\`${file}\`](../${file}).`,
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...states.map((state) => `  state "${state}" as ${idOf(state)}`),
    ...transitions.map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
    "```",
    "",
    "| from | to | when |",
    "|---|---|---|",
    ...transitions.map(({ from, to, when }) => `| ${from} | ${to} | ${when.replaceAll("|", "\\|")} |`),
    "",
  ];
}

/** @param {string} file @param {string} name @returns {Promise<Record<string, string>>} */
async function loadExport(file, name) {
  const { outputFiles } = await build({ ...bundleOptions("node"), entryPoints: [file], write: false });
  const code = Buffer.from(outputFiles?.[0]?.contents ?? []).toString("base64");
  const table = (await import(`data:text/javascript;base64,${code}`))[name];
  if (table === undefined) throw new Error(`Cannot draw the states: ${file} exports no ${name}`);
  return table;
}

/** Mermaid's names of states are plain words. @param {string} state */
function idOf(state) {
  return state.replaceAll(/\W/g, "_");
}
