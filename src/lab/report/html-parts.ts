// Parts of a page that several kinds of charts have.
import type { Series } from "./report.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string);

const WORDS = { published: " (paper)", simulated: " (simulated)", measured: "" } as const;

export const seriesName = ({ name, source }: Series): string => name + WORDS[source];

/** With `isLive` there is a place beside each name for the value under the pointer. */
export function legendHtml(series: readonly Series[], isLive = false): string {
  const items = series.map((each) => {
    const value = isLive ? " <output></output>" : "";
    const name = escapeHtml(seriesName(each));
    return `<li class="${each.source}" style="--color: var(--c${each.color})"><span class="key"></span>${name}${value}</li>`;
  });
  return `<ul class="legend">${items.join("")}${isLive ? '<li class="at"></li>' : ""}</ul>`;
}
