// Plain functions as source text. Nothing is evaluated here.

import type { Token } from "./tokens.ts";
import { tokenize } from "./tokens.ts";

/**
 * The text of an expression that evaluates to `fn`, whatever its form: function, arrow function, method, accessor.
 * Throws a TypeError for a class, and for a function without a text of its own (built in or bound).
 */
export function sourceOf(fn: (...args: never[]) => unknown): string {
  const text = Function.prototype.toString.call(fn);
  const tokens = tokenize(text) ?? [];
  if (/\{\s*\[native code\]\s*\}$/.test(text)) throw refusal(fn, "a built-in or bound function");
  if (isClass(tokens)) throw refusal(fn, "a class");
  return isExpression(tokens) ? `(${text})` : methodSource(text, tokens);
}

function refusal(fn: object & { readonly name: unknown }, found: string): TypeError {
  const wanted = "must be a plain function or an export of a task module";
  return new TypeError(`Cannot send "${String(fn.name)}" as source: it is ${found}, ${wanted}`);
}

function isClass(tokens: readonly Token[]): boolean {
  return tokens[0]?.text === "class" && tokens[1]?.text !== "("; // a method may have that name
}

/** Whether the text can stand alone. A method's cannot. */
function isExpression(tokens: readonly Token[]): boolean {
  const [first, second, third] = tokens.map(({ text }) => text);
  if (first === "function" || second === "=>") return true;
  if (first === "async" && (second === "function" || third === "=>")) return true;
  const open = tokens[first === "async" ? 1 : 0];
  return open?.text === "(" && tokens[open.close + 1]?.text === "=>";
}

/** A method in an object of its own. A name that is not a plain word may need things from around it: it is replaced. */
function methodSource(text: string, tokens: readonly Token[]): string {
  let at = 0;
  const hasModifier = /^(async|get|set)$/.test(tokens[0]?.text ?? "") && tokens[1]?.text !== "(";
  if (hasModifier) at++;
  const isGenerator = tokens[at]?.text === "*";
  if (isGenerator) at++;
  const name = tokens[at];
  const parameters = name && tokens[name.close + 1];
  if (!parameters)
    throw new TypeError(`Cannot send a function as source: its text is ${JSON.stringify(text)}, must be JavaScript`);
  const word = name.role === "other" || name.text.startsWith("#") ? "task" : name.text;
  const start = (hasModifier && tokens[0]?.text === "async" ? "async " : "") + (isGenerator ? "*" : "");
  return `({${start}${word}${text.slice(parameters.end - 1)}}).${word}`;
}
