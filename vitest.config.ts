import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const elsewhere = ["**/node_modules/**", "test/browser/**", "test/engines/**", "test/deno/**", "test/fixtures/**"];

export default defineConfig({
  test: {
    projects: [
      {
        // Machines, simulations and properties, on the source. "#platform" is Node's here.
        resolve: {
          alias: [
            { find: /^weftwork$/, replacement: `${root}src/index.ts` },
            { find: /^weftwork\/worker$/, replacement: `${root}src/serve.ts` },
            { find: /^weftwork\/(.+)$/, replacement: `${root}src/$1.ts` },
          ],
        },
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...elsewhere, "test/node/**", "test/e2e/**"],
          setupFiles: ["test/support/fuzz-seed.ts"],
        },
      },
      {
        // Real worker threads, on the built package, which Node loads itself.
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts"],
          testTimeout: 30_000,
          server: { deps: { external: [/\/dist\//] } },
        },
      },
      {
        // A real Chromium before the built demo and the fixture pages; one at a time on a small machine.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
