// The code of the graph as it ran, read from its own file.
import source from "../graph.ts?raw";
import { getElement, make } from "./page-element.ts";

const FROM = "// shown from here\n";
const TO = "// to here";

export function showGraphCode(): void {
  const body = source.slice(source.indexOf(FROM) + FROM.length, source.lastIndexOf(TO)).trimEnd();
  // Two spaces of indentation belong to the function around it, types to the compiler.
  const text = body
    .replace(/^ {2}/gm, "")
    .replace(/: readonly Future<GroupSums>\[\]|: Future<GroupSums>(\[\])?/g, "")
    .replace(/!/g, "");
  const parts = text.split(/(\/\/.*|\b(?:const|for|let|return)\b|=>|"[^"]*")/);
  getElement("#graph-code", HTMLElement).replaceChildren(
    ...parts.map((part, i) =>
      i % 2 === 0 ? part : make("span", part, { class: part.startsWith("//") ? "comment" : "keyword" }),
    ),
  );
}
