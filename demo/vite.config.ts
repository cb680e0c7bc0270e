import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { isolationHeaders } from "../scripts/chromium.mjs";

const data = fileURLToPath(new URL("../node_modules/vega-datasets/data", import.meta.url));

export default defineConfig({
  // Relative: the built page works under any path, and needs no headers.
  base: "./",
  // The package exports its code alone; `@data/x?url` names one of its files, which the build copies beside the page.
  resolve: { alias: { "@data": data } },
  // A missing file is a 404, not the page again.
  appType: "mpa",
  build: { target: "es2022", chunkSizeWarningLimit: 1000 },
  worker: { format: "es" },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});
