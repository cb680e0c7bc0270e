// Classes as source text. Nothing is evaluated here.
import { tokenize } from "./tokens.ts";

/** The text of an expression that evaluates to `Class`. @throws {TypeError} for what is no class, or has no text of its own */
export function classSourceOf(Class: (new (...args: never[]) => unknown) | ((...args: never[]) => unknown)): string {
  const text = Function.prototype.toString.call(Class);
  const [first, second] = tokenize(text) ?? [];
  if (first?.text === "class" && second?.text !== "(") return `(${text})`; // a method may have that name
  const found = /\{\s*\[native code\]\s*\}$/.test(text) ? "built in or bound" : "a function";
  throw new TypeError(
    `Cannot send "${Class.name || "anonymous"}" as the class of an actor: it is ${found}, must be a class or an export of a task module`,
  );
}
