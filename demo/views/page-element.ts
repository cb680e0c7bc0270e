// How views reach the parts of the page that index.html promises.

/** @throws {Error} if the page has no such element: index.html and the views do not match */
export function getElement<E extends Element>(selector: string, kind: abstract new () => E): E {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`Cannot show the page: "${selector}" is ${String(element)}, must be a ${kind.name}`);
}

/** A new element with text, classes and attributes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
