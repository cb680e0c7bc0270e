// Mean delay by airport: a table whose bars say the same as its numbers.
import type { GroupMean } from "../group-sums.ts";
import { count, minutes } from "./format.ts";
import { getElement, make } from "./page-element.ts";

const SHOWN = 20;

export class OriginsView {
  readonly #body = getElement("#origins tbody", HTMLTableSectionElement);
  #cities: ReadonlyMap<string, string> = new Map();

  constructor() {
    this.#body.replaceChildren(...Array.from({ length: SHOWN }, () => row({ name: "–", count: 0, mean: 0 }, 0, "")));
  }

  /** Names of cities may come later than the result. */
  set cities(cities: ReadonlyMap<string, string>) {
    this.#cities = cities;
    for (const { dataset, cells } of this.#body.rows) {
      if (cells[1]) cells[1].textContent = cities.get(dataset.origin ?? "") ?? "";
    }
  }

  show(means: readonly GroupMean[]): void {
    const shown = [...means].sort((a, b) => b.count - a.count).slice(0, SHOWN);
    shown.sort((a, b) => b.mean - a.mean);
    const most = Math.max(...shown.map(({ mean }) => Math.abs(mean)));
    this.#body.replaceChildren(
      ...shown.map((each) => row(each, Math.abs(each.mean) / most, this.#cities.get(each.name) ?? "")),
    );
  }
}

/** `length` of the bar: 0 to 1. */
function row({ name, count: flights, mean }: GroupMean, length: number, city: string): HTMLTableRowElement {
  const known = flights > 0;
  const row = make(
    "tr",
    "",
    known ? { "data-origin": name, "data-mean": String(mean), "data-count": String(flights) } : {},
  );
  const bar = make("td", "", { class: "bar" });
  const value = make("span", known ? minutes(mean) : "–", { class: mean < 0 ? "number early" : "number" });
  value.style.setProperty("--part", String(length));
  bar.append(value);
  row.append(
    make("th", name, { scope: "row" }),
    make("td", city, { class: "city" }),
    bar,
    make("td", known ? count(flights) : "", { class: "number flights" }),
  );
  return row;
}
