/** `npm run fuzz [seed]`: the unit tests with property tests on other cases than always, `rounds` times or until one fails. */
import { parseArgs } from "node:util";
import { runTool } from "./setup.mjs";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "1" } },
  allowPositionals: true,
});
for (let round = 0; round < Number(values.rounds); round++) {
  const seed = positionals[0] ?? String(Math.floor(Math.random() * 2 ** 31));
  console.log(`\nround ${round + 1} of ${values.rounds}: FUZZ_SEED=${seed}`);
  process.exitCode = runTool("vitest", ["run", "--project", "unit"], { env: { FUZZ_SEED: seed } });
  if (process.exitCode !== 0) break;
}
