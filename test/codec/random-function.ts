// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs
// Random function expressions. Most are valid JavaScript; names declared twice, say, make some of them invalid.
import fc from "fast-check";

const name = fc.constantFrom(..."abcdefghijklmnopqrstuvw", "async", "of", "get", "set", "x1", "$", "_");
/** Names for what is bound: rarely the same twice, as most places forbid. */
const fresh = fc.oneof(name, ...[1, 2, 3].map(() => fc.nat(999).map((n) => `n${n}`)));
const key = fc.constantFrom(
  "a",
  "b",
  "if",
  "class",
  "function",
  "catch",
  "get",
  "set",
  "async",
  "let",
  "case",
  "await",
);
const literal = fc.constantFrom(
  "1",
  ".5",
  "'q\\'}'",
  '"`"',
  "/r[/}]e/g",
  "`t`",
  "null",
  "this",
  "0x1f",
  "[]",
  "({})",
  "1.",
);
const separator = fc.constantFrom(";", ";", ";\n", "\n", "/* ' */\n", "// `\n");
const comma = fc.constantFrom(",", ", ", ",\n", ",/*,*/");
const gap = fc.constantFrom("", " ", "\n", " /*/*/ ");

/** `pattern` with each `%` replaced by a text of the arbitrary at its place in `parts`. */
function text(pattern: string, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const pieces = pattern.split("%");
  return fc.tuple(...parts).map((values) => pieces.map((piece, i) => piece + (values[i] ?? "")).join(""));
}

function list(item: fc.Arbitrary<string>, joiner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(fc.tuple(item, joiner), { maxLength: 3 }).map((items) => items.flat().join(""));
}

type Grammar = {
  readonly expression: string;
  readonly pattern: string;
  readonly entry: string;
  readonly member: string;
  readonly statement: string;
  readonly body: string;
  readonly fn: string;
};

const grammar = fc.letrec<Grammar>((tie) => {
  const depth = { depthSize: "small", maxDepth: 7 } as const;
  const [e, p, s, body, fn] = [tie("expression"), tie("pattern"), tie("statement"), tie("body"), tie("fn")];
  const parameters = text("%%", list(p, comma), fc.oneof(fc.constant(""), text("...%", fresh)));
  const values = list(e, comma);
  const members = list(tie("member"), separator);
  return {
    expression: fc.oneof(
      depth,
      name,
      literal,
      text("(%)%/%%", e, gap, gap, literal),
      text("%%/%%", name, gap, gap, name),
      text("(%, %)", e, e),
      text("(% ? % : %)", e, e, e),
      text("(%).%", e, key),
      text("%?.[%]", name, e),
      text("%(%)", name, values),
      text("[%...%]", values, e),
      text("({%})", list(tie("entry"), comma)),
      text("`a${%}b${%}`", e, e),
      text("typeof (%)", e),
      text("(% in %)", name, e),
      text("%++", name),
      text("(--%)", name),
      text("new %", name),
      text("(%)", fn),
      text("(%)", fn),
      text("(class % {%})", name, members),
      text("class extends % {%}", name, members),
      text("(% = %)", name, e),
      text("([%, ...%] = %)", name, name, e),
      text("({ %, %: %, % = % } = %)", name, key, name, name, e, e),
    ),
    pattern: fc.oneof(
      depth,
      fresh,
      text("[%]", list(p, comma)),
      text("{%: %, % = %, [%]: %}", key, p, fresh, e, e, p),
      text("% = %", fresh, e),
    ),
    entry: fc.oneof(
      depth,
      name,
      text("%: %", key, e),
      text("[%]: %", e, e),
      text("...%", e),
      text("%(%) {%}", key, parameters, body),
      text("get %() {%}", key, body),
      text("set %(%) {%}", key, name, body),
      text("async *%(%) {%}", key, parameters, body),
      text("'k': %", e),
      text("async [%](%) {%}", e, parameters, body),
    ),
    member: fc.oneof(
      depth,
      key,
      text("% = %", key, e),
      text("static % = %", key, e),
      text("#% = %", name, e),
      text("%(%) {%}", key, parameters, body),
      text("static async *%(%) {%}", key, parameters, body),
      text("get %() {%}", key, body),
      text("[%] = %", e, e),
      text("static {%}", body),
      text("*%(%) {%}", key, parameters, body),
      text("'s' = %", e),
      text("% = () => {%}", key, body),
    ),
    statement: fc.oneof(
      depth,
      e,
      text("let % = %, % = %", fresh, e, p, e),
      text("var %, %", name, name),
      text("const {%, %: %} = %", fresh, key, p, e),
      text("if (%) {%} else %", e, body, e),
      text("if (%)%/r'/.test(%)", e, gap, e),
      text("for (const % of %) {%}", fresh, e, body),
      text("for (% in %) %", name, e, s),
      text("for (let % = %; %; %) {%}", fresh, e, e, e, body),
      text("%: for (;;) { break }", fresh),
      text("label: {% break label }", list(s, fc.constant(";"))),
      text("try {%} catch (%) {%}", body, p, body),
      text("try {%} catch {%}", body, body),
      text("function %(%) {%}%/r/.test(%)", fresh, parameters, body, gap, e),
      text("async function* %(%) {%}", fresh, parameters, body),
      text("class % extends % {%}", fresh, name, members),
      text("switch (%) { case %: %; default: {%} }", e, e, s, body),
      text("{%}%/x'/", body, gap),
      text("return %", e),
      text("do {%} while (%)", body, e),
    ),
    body: list(s, separator),
    fn: fc.oneof(
      depth,
      text("% => %", name, e),
      text("(%) => %", parameters, e),
      text("async (%) => {%; return await %}", parameters, body, e),
      text("async % => {%}", name, body),
      text("(%) => {%}", parameters, body),
      text("function %(%) {%}", name, parameters, body),
      text("async function (%) {%}", parameters, body),
      text("function* (%) {let % = yield %; yield\n%}", parameters, fresh, e, body),
      text("async function* %(%) {for await (% of await %) {%}}", name, parameters, name, e, body),
    ),
  };
});

export const functionSource: fc.Arbitrary<string> = grammar.fn;
