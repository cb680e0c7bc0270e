// JavaScript cut into tokens without a parser. Each token says what may stand after it, since only that tells a regular
// expression from a division and an object from a block, and what kind of bracket it stands in. Reads the text of valid
// functions only; of anything else it may make nonsense, but comes to an end.

/** What has just ended: an operand, something that needs an operand, or something after which a statement may begin. */
type Ending = "operand" | "operator" | "start";
type BracketKind = "(" | "[" | "block" | "object" | "class" | "template";

export interface Token {
  /** An identifier has its escapes resolved; the colon of a label or a case is "label:". */
  readonly text: string;
  /**
   * - "name": an identifier that is used or bound;
   * - "entry": a word where an object literal has its keys: a key, a shorthand, or a modifier such as `get`;
   * - "property": a private name, a word after a dot, or one where a class has its keys;
   * - "other": literals and punctuation.
   */
  readonly role: "name" | "entry" | "property" | "keyword" | "other";
  readonly ending: Ending;
  /** Where the token's text ends in the source. */
  readonly end: number;
  /** The bracket that the token stands in; a bracket stands in the one around it. */
  readonly inside: BracketKind;
  /** Of an opening bracket: the number of the closing one. Of any other token: its own number. */
  close: number;
}

/** An open bracket. */
interface Bracket {
  readonly kind: BracketKind;
  /** The number of the token that opened it. */
  readonly open: number;
  /** What ends when it closes. */
  readonly ending: Ending;
  /** In an object or class: past the key, where a value stands. */
  inValue: boolean;
  /** Openers that still need their colon, innermost last. */
  readonly colons: ("?" | "case")[];
  /** Functions and classes that still need their body, innermost last. */
  readonly bodies: { readonly kind: "block" | "class"; readonly ending: Ending }[];
}

const blank = /(?:\s|(?:\/\/|<!--)[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)+/y;
const lineEnd = /[\n\r\u2028\u2029]/;
const word =
  /#?(?:[\p{ID_Start}$_]|\\u(?:[\da-f]{4}|\{[\da-f]+\}))(?:[\p{ID_Continue}$\u200c\u200d]|\\u(?:[\da-f]{4}|\{[\da-f]+\}))*/iuy;
const arrow = /(?:\s|\/\*[\s\S]*?\*\/)*=>/y;
const literal =
  /0[xob][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?[\d_]+)?n?|'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"/iy;
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])+/y;
const punctuator = /=>|\.{3}|\?\.(?!\d)|\?\?|\+\+|--|\$\{|[\s\S]/y;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const operandKeywords = words("this super null true false");
const startKeywords = words("else do try finally catch break continue debugger");
const operatorKeywords = words(
  "await case class const default delete enum export extends for function if import in instanceof let new return " +
    "switch throw typeof var void while with yield",
);
const controlKeywords = words("if for while with");

/** The tokens of `source`; undefined when its brackets do not pair. */
export function tokenize(source: string): readonly Token[] | undefined {
  return new Tokenizer(source).run();
}

/** Whether a word after this token, unless it is an infix one, begins a new statement or a new member of a class. */
export function endsOperand(token: Token | undefined): boolean {
  return token?.ending === "operand" || token?.text === "}";
}

class Tokenizer {
  readonly #source: string;
  #at = 0;
  /** Whether a line has ended since the last token. */
  #isNewLine = false;
  readonly #tokens: Token[] = [];
  /** The open brackets around `#inside`. */
  readonly #outer: Bracket[] = [];
  #inside: Bracket = newBracket("(", -1, "operand");

  constructor(source: string) {
    this.#source = source;
  }

  run(): readonly Token[] | undefined {
    while (this.#at < this.#source.length) {
      const isRead = this.#inside.kind === "template" ? this.#readTemplate() : this.#readToken();
      if (!isRead) return undefined;
    }
    return this.#outer.length === 0 ? this.#tokens : undefined;
  }

  #readTemplate(): boolean {
    this.#take(templateText);
    return this.#onPunctuator(this.#take(punctuator));
  }

  #readToken(): boolean {
    this.#isNewLine = lineEnd.test(this.#take(blank));
    if (this.#at === this.#source.length) return true;
    const text = this.#take(word);
    if (text) this.#onWord(resolveEscapes(text));
    else if (this.#take(literal) || (this.#before !== "operand" && this.#take(regex))) {
      this.#push("literal", "other", "operand");
    } else return this.#onPunctuator(this.#take(punctuator));
    return true;
  }

  #onWord(text: string): void {
    const inside = this.#inside;
    const last = this.#tokens.at(-1);
    const isInfix = text === "in" || text === "instanceof";
    const isAsync = last?.text === "async" && !this.#isNewLine && (text === "function" || this.#peek(arrow) !== "");
    if (inside.kind === "class" && endsOperand(last) && !isInfix && !isAsync) inside.inValue = false;
    const isMember = !inside.inValue && (inside.kind === "class" || inside.kind === "object");
    if (text.startsWith("#") || last?.text === "." || last?.text === "?.") this.#push(text, "property", "operand");
    else if (isMember) this.#push(text, inside.kind === "class" ? "property" : "entry", "operand");
    else if (text === "of" && inside.kind === "(" && endsOperand(last)) this.#push(text, "keyword", "operator");
    else if (operandKeywords.has(text)) this.#push(text, "keyword", "operand");
    else if (startKeywords.has(text)) this.#push(text, "keyword", "start");
    else if (operatorKeywords.has(text)) this.#onOperatorKeyword(text);
    else this.#push(text, "name", "operand");
  }

  #onOperatorKeyword(text: string): void {
    if (text === "case") this.#inside.colons.push("case");
    if (text === "function" || text === "class") {
      const isAsync = this.#tokens.at(-1)?.text === "async" && !this.#isNewLine;
      const before = isAsync ? (this.#tokens.at(-2)?.ending ?? "operator") : this.#before;
      const ending = before === "operator" ? "operand" : "start";
      this.#inside.bodies.push({ kind: text === "class" ? "class" : "block", ending });
    }
    // After these two the end of a line ends the statement.
    const isCut = (text === "return" || text === "yield") && lineEnd.test(this.#peek(blank));
    this.#push(text, "keyword", isCut ? "start" : "operator");
  }

  /** False when a bracket closes that was never opened. */
  #onPunctuator(text: string): boolean {
    const inside = this.#inside;
    switch (text) {
      case "(":
        this.#open(text, "(", this.#isControl() ? "start" : "operand");
        return true;
      case "[":
        this.#open(text, "[", "operand");
        return true;
      case "${":
        this.#open(text, "(", "operator");
        return true;
      case "{":
        this.#openBrace();
        return true;
      case "`":
        if (inside.kind === "template") return this.#close(text);
        this.#open(text, "template", "operand");
        return true;
      case ")":
      case "]":
      case "}":
        return this.#close(text);
      case ":":
        this.#onColon();
        return true;
      case "++":
      case "--":
        this.#push(text, "other", this.#before === "operand" && !this.#isNewLine ? "operand" : "operator");
        return true;
      case "?":
        inside.colons.push("?");
        break;
      case ",":
        if (inside.kind === "object") inside.inValue = false;
        break;
      case "=":
      case "...":
        inside.inValue = true;
        break;
      case ";":
        inside.inValue = false;
        break;
      case "*": // a generator method after a field whose value is an arrow function with a body
        if (inside.kind === "class" && this.#before === "start") inside.inValue = false;
    }
    this.#push(text, "other", text === ";" ? "start" : "operator");
    return true;
  }

  #onColon(): void {
    const inside = this.#inside;
    const opener = inside.colons.pop();
    const isLabel = opener === "case" || (opener === undefined && inside.kind !== "object");
    if (opener === undefined) inside.inValue = true;
    this.#push(isLabel ? "label:" : ":", "other", isLabel ? "start" : "operator");
  }

  #openBrace(): void {
    const last = this.#tokens.at(-1)?.text;
    const body = last === "extends" ? undefined : this.#inside.bodies.pop();
    if (body) this.#open("{", body.kind, body.ending);
    else if (this.#before === "operator" && last !== "=>") this.#open("{", "object", "operand");
    else this.#open("{", "block", "start");
  }

  /** Whether a bracket that opens now belongs to a statement such as `if`, and not to a call. */
  #isControl(): boolean {
    const last = this.#tokens.at(-1);
    const isForAwait = last?.text === "await" && this.#tokens.at(-2)?.text === "for";
    return isForAwait || (last?.role === "keyword" && controlKeywords.has(last.text));
  }

  get #before(): Ending {
    return this.#tokens.at(-1)?.ending ?? "operator";
  }

  #open(text: string, kind: BracketKind, ending: Ending): void {
    this.#push(text, "other", kind === "block" ? "start" : "operator");
    this.#outer.push(this.#inside);
    this.#inside = newBracket(kind, this.#tokens.length - 1, ending);
  }

  #close(text: string): boolean {
    const { open, ending } = this.#inside;
    const outer = this.#outer.pop();
    if (!outer) return false;
    this.#tokens[open]!.close = this.#tokens.length;
    this.#inside = outer;
    this.#push(text, "other", ending);
    return true;
  }

  #push(text: string, role: Token["role"], ending: Ending): void {
    const close = this.#tokens.length;
    this.#tokens.push({ text, role, ending, end: this.#at, inside: this.#inside.kind, close });
  }

  #take(pattern: RegExp): string {
    const text = this.#peek(pattern);
    this.#at += text.length;
    return text;
  }

  #peek(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source)?.[0] ?? "";
  }
}

function newBracket(kind: BracketKind, open: number, ending: Ending): Bracket {
  return { kind, open, ending, inValue: false, colons: [], bodies: [] };
}

function resolveEscapes(name: string): string {
  const pattern = /\\u(?:([\da-f]{4})|\{([\da-f]+)\})/gi;
  return name.replace(pattern, (_, four?: string, any?: string) =>
    String.fromCodePoint(Number.parseInt((four ?? any)!, 16)),
  );
}
