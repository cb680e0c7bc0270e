// For the pages of benches: they are bundled from the source, without what only the package's build puts in.
import type { Plugin } from "esbuild";

/** Texts (a worker inside the page, a report's script) that no bench needs. */
export const withoutTexts: Plugin = {
  name: "without-texts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: "virtual" }));
    onLoad({ filter: /.*/, namespace: "virtual" }, () => ({ contents: "", loader: "text" }));
  },
};
