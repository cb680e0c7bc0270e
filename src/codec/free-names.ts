// What a function uses from around it, read from its tokens. Scopes are not told apart: a name that is bound anywhere in
// the function counts as bound everywhere in it. So a good function is never refused, and some free names are missed.

import type { Token } from "./tokens.ts";
import { endsOperand, tokenize } from "./tokens.ts";

/**
 * The names that a function expression takes from around it, in order of first appearance, but for those that `known`
 * accepts and those that the function tests with `typeof` first. Finds nothing in a function with `with` or `eval`.
 */
export function findFreeNames(source: string, known: (name: string) => boolean): string[] {
  const tokens = tokenize(source) ?? [];
  if (tokens.some((_, i) => hidesNames(tokens, i))) return [];
  const bound = new Set(["arguments"]);
  for (const i of tokens.keys()) bindAt(tokens, i, bound);
  const free = new Set<string>();
  for (const [i, { text }] of tokens.entries()) {
    if (free.has(text) || bound.has(text) || !isReference(tokens, i) || known(text)) continue;
    if (isTypeofTest(tokens, i)) bound.add(text);
    else free.add(text);
  }
  return [...free];
}

/** For a message about free names: the fault and the cure, as "it uses ..., must ...". */
export function freeNameAdvice(names: readonly string[]): string {
  const parts: string[] = [];
  let left = names;
  for (const { pattern, fault, wanted } of origins) {
    const list = left.filter((name) => pattern.test(name)).map((name) => `"${name}"`);
    left = left.filter((name) => !pattern.test(name));
    if (list.length > 0) parts.push(`it uses ${list.join(", ")}${fault}, must ${wanted} or be in a task module`);
  }
  return parts.join("; ");
}

const origins = [
  {
    // Vite, Vitest, webpack, Turbopack, esbuild to CommonJS
    pattern: /^(__vi(te_ssr)?_.*import|__webpack_|__turbopack_|_.+__WEBPACK_|__TURBOPACK_|import_|require$)/,
    fault: " of its module's imports",
    wanted: "load it with `await import(url)`",
  },
  {
    // TypeScript, esbuild, Babel, swc, coverage counters
    pattern:
      /^(__[a-z]|tslib|cov_|_(async_?(to_?)?gen|class_?(call|priv)|create_?class|define_?prop|object_?(spread|without)|to_?consumable|sliced_?to|inherits|call_?super|regenerator|extends$|ts_))/i,
    fault: ", which a compiler added",
    wanted: "be compiled for ES2022 or later",
  },
  { pattern: /^/, fault: " from around it", wanted: "take what it needs as arguments" },
];

/** `with`, or a call of `eval`: what is bound cannot be read from the text. */
function hidesNames(tokens: readonly Token[], i: number): boolean {
  const { text, role } = tokens[i]!;
  return role === "keyword" ? text === "with" : role === "name" && text === "eval" && tokens[i + 1]?.text === "(";
}

/** Adds the names that are bound by what begins at token `i`. */
function bindAt(tokens: readonly Token[], i: number, bound: Set<string>): void {
  const { text, role, inside, close } = tokens[i]!;
  const next = tokens[i + 1];
  const isWord = role !== "other";
  if (role === "keyword") {
    if (text === "function") bindFunction(tokens, i, bound);
    if (text === "class" && isName(next) && next.text !== "extends") bound.add(next.text);
    if (text === "catch" && next?.text === "(") bindPatterns(tokens, i + 1, bound);
    if (text === "var" || text === "let" || text === "const") bindDeclared(tokens, i + 1, bound);
  } else if (text === "using" && isName(next)) bindDeclared(tokens, i + 1, bound);
  if (isWord && next?.text === "=>") bound.add(text);
  if (text === "(") {
    const after = tokens[close + 1]?.text;
    const isMethod = after === "{" && (inside === "class" || inside === "object");
    if (after === "=>" || isMethod) bindPatterns(tokens, i, bound);
  }
}

function bindFunction(tokens: readonly Token[], i: number, bound: Set<string>): void {
  const name = tokens[i + 1]?.text === "*" ? i + 2 : i + 1;
  const isNamed = isName(tokens[name]);
  if (isNamed) bound.add(tokens[name]!.text);
  bindPatterns(tokens, isNamed ? name + 1 : name, bound);
}

/** The patterns between brackets: parameters, elements of an array, or properties of an object. */
function bindPatterns(tokens: readonly Token[], open: number, bound: Set<string>): void {
  const isObject = tokens[open]?.text === "{";
  const end = tokens[open]?.close ?? open;
  for (let i = open + 1; i < end; i++) {
    const colon = tokens[i]!.close + 1;
    bindPattern(tokens, isObject && tokens[colon]?.text === ":" ? colon + 1 : i, bound);
    while (i < end && tokens[i]!.text !== ",") i = tokens[i]!.close + 1;
  }
}

function bindPattern(tokens: readonly Token[], i: number, bound: Set<string>): void {
  const at = tokens[i]?.text === "..." ? i + 1 : i;
  const token = tokens[at];
  if (token?.text === "[" || token?.text === "{") bindPatterns(tokens, at, bound);
  else if (isName(token)) bound.add(token.text);
}

/** The patterns of a declaration: one, and one after each comma until the statement ends. */
function bindDeclared(tokens: readonly Token[], first: number, bound: Set<string>): void {
  for (let i = first; i < tokens.length; i++) {
    bindPattern(tokens, i, bound);
    do i = tokens[i]!.close + 1;
    while (i < tokens.length && tokens[i]!.text !== "," && !endsDeclaration(tokens, i));
    if (tokens[i]?.text !== ",") return;
  }
}

function endsDeclaration(tokens: readonly Token[], i: number): boolean {
  const { text, role } = tokens[i]!;
  if (/^[;)\]}]$/.test(text)) return true;
  const isInfix = text === "in" || text === "instanceof" || text === "of" || text === "extends";
  return role !== "other" && !isInfix && endsOperand(tokens[i - 1]) && tokens[i - 1]?.text !== "async";
}

function isName(token: Token | undefined): token is Token & { readonly role: Exclude<Token["role"], "other"> } {
  return token !== undefined && token.role !== "other";
}

/** Whether the word at `i` is read or written as a variable. */
function isReference(tokens: readonly Token[], i: number): boolean {
  const { text, role } = tokens[i]!;
  const last = tokens[i - 1];
  const next = tokens[i + 1];
  if (role === "entry") return next?.text === "," || next?.text === "}" || next?.text === "=";
  if (role !== "name") return false;
  if (last?.role === "keyword" && (last.text === "break" || last.text === "continue")) return false;
  if (next?.text === "label:" && last?.ending !== "operator") return false;
  if (text === "using" && isName(next)) return false;
  const isArrow = next?.text === "(" && tokens[next.close + 1]?.text === "=>";
  return !(text === "async" && (isArrow || isName(next)));
}

/** Whether the name at `i` is only asked for its type, which is safe when there is no such variable. */
function isTypeofTest(tokens: readonly Token[], i: number): boolean {
  const isInBrackets = tokens[i - 1]?.text === "(" && tokens[i + 1]?.text === ")";
  const operator = tokens[isInBrackets ? i - 2 : i - 1];
  const after = tokens[i + 1]?.text ?? "";
  return operator?.text === "typeof" && operator.role === "keyword" && !["(", "[", ".", "?.", "`"].includes(after);
}
