// The package's own worker script: serves no tasks of its own, so that only plain functions and modules run there.
import "./worker/default-entry.ts";
