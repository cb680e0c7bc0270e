// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs
// Function expressions with awkward syntax, each with the names that it takes from around it and that we cannot see.

export interface FunctionSample {
  readonly source: string;
  /** Free names that `findFreeNames` is known to miss here. */
  readonly missed?: readonly string[];
}

export const functionSamples: readonly FunctionSample[] = [
  // arrows and parameters
  { source: "n => helper(n)" },
  { source: "(a, b) => a + b + c" },
  { source: "async x => await load(x)" },
  { source: "async (x, ...rest) => fetchAll(x, rest)" },
  { source: "async => async + sync" },
  { source: "({ a, b: { c = d, ...e }, [key]: f = g }) => [a, c, e, f]" },
  { source: "([a, , b = c, ...[d]]) => a + b + d + e" },
  { source: "(a = (b, c) => b + c + free1, d = a) => d" },
  { source: "(a = `${b}, ${c}`, d = { e: 1, f }) => a + d" },
  { source: "x => y => z => x + y + z + w" },
  { source: "() => ({ a: 1, b, c() { return d }, get e() { return f }, async *g() { yield h } })" },
  { source: "x => { return { x, y } }" },
  { source: "x => {}" },
  { source: "(x) => /* => { */ x // => y\n + z" },
  // functions
  { source: "function fact(n) { return n < 2 ? one : n * fact(n - 1) }" },
  { source: "function* () { const x = yield a; yield* b; return x }" },
  { source: "async function* walk(node) { for await (const child of node.children) yield* walk(child); done() }" },
  { source: "function () { return this.x + arguments.length + new.target.name + y }" },
  { source: "function () { return inner(); function inner() { return outer } }" },
  { source: "function (get, set, of, async, from, as) { return get + set + of + async + from + as }" },
  // declarations, with and without semicolons
  { source: "() => { var a = b, c = d; let { e, f: [g] } = h; return a + c + e + g }" },
  { source: "() => { let a = 1\n let b = a\n c = b\n return c }" },
  {
    source:
      "() => { let a = async y => y, b = async function () {}, c = class A extends B {}, d = 1; return a(b, c, d) }",
  },
  { source: "() => { let a = p in q, b = p instanceof q, c = function n() { return n }; return [a, b, c] }" },
  { source: "() => { const a = x ? y : z, b = { k: x, l: [y, z] }; return [a, b] }" },
  { source: "() => { let a = 1\n b, c\n return a }" },
  { source: "() => { let a = 1\n 'b', c\n return a }", missed: ["c"] },
  { source: "() => { for (let i = 0, n = list.length; i < n; i++) visit(list[i]) }" },
  { source: "() => { for (const [k, { v }] of Object.entries(o)) log(k, v) }" },
  { source: "() => { for (key in o) for (var other of p) use(key, other) }" },
  { source: "() => { for (x of xs) ; for (of of of) ; }" },
  { source: "() => { try { a() } catch ({ message: m, code = d }) { b(m, code) } finally { c() } }" },
  { source: "() => { try { a() } catch { b() } }" },
  { source: "() => { promise.catch(e => report(e)).finally(done) }" },
  // labels, cases and ternaries
  { source: "() => { outer: for (;;) { inner: while (x) { if (y) continue outer; break inner } } }" },
  { source: "x => { switch (x) { case A: case B.C: return d; case e ? f : g: { h(); break } default: i() } }" },
  { source: "x => x ? a : b ? c : d" },
  { source: "x => x ? { a: b } : { c }" },
  { source: "x => { a: { b: c ? d : e } }" },
  { source: "x => ({ a: x ? b : c, d: e ? [f, g] : h, i })" },
  { source: "x => x ?.5 : y" },
  { source: "x => x?.y?.[z]?.(w) ?? v" },
  // objects and properties
  {
    source:
      "() => { const o = { if: 1, class: 2, function: 3, 'a-b': c, 4: d, [e]: f, ...g }; return o.if + o.class + o.new }",
  },
  { source: "() => ({ get, set, async, static: s, get a() { return b }, set a(v) { c(v) }, get: 1, async: 2 })" },
  {
    source:
      "() => ({ async a() {}, *b() {}, async *c() {}, async() {}, get() {}, set(x) { y(x) }, new() {}, 'd e'(p) { q(p) } })",
  },
  { source: "() => { ({ a, b: c.d, e: [f] = g, ...h } = i) }" },
  { source: "() => { [a, b.c, ...d] = e }" },
  // classes
  { source: "() => class { a = b; static c = d; #e = f; [g] = h; i() { return this.#e + j } }" },
  {
    source: "() => class A extends B(C) { constructor(d, e = f) { super(d); super.g(e); new.target } static { h(A) } }",
  },
  {
    source: "() => class { a = b\n c = d\n e\n f() {}\n static async *g(x) { y(x) } get h() { return i } set h(v) {} }",
  },
  { source: "() => class { a = () => {}\n *b(c) { yield c + d }\n e = async y => y; in\n f = new g }" },
  { source: "() => class { static a\n static;\n get\n b() { d }\n 'd' = e\n 5 = f\n #g(h) { return #g in h + i } }" },
  { source: "() => class extends (class { a = b }) { c = class D { e = D + f } }" },
  // regular expressions, divisions, templates, numbers, comments
  { source: "x => x / y / z" },
  { source: "x => /[/\\]y]/g.test(x) / z" },
  { source: "x => { if (x) /y/.test(z); return x /w/ v }" },
  { source: "x => { {} /y/g.exec(z) }" },
  { source: "x => { a = b\n /c/g.d }" },
  { source: "x => ({}) / y / z" },
  { source: "x => { while (y) /'/.test(z) }" },
  { source: "x => [x] / y + x++ / z + (x) / w" },
  { source: "x => `a ${b} \\${c} ${`d ${e}`} ${{ f: { g } }.f} $` + h" },
  { source: "x => tag`a ${b}`.c" },
  { source: "x => 'a\\'b' + \"c\\\"d\" + 'e\\\nf' + g" },
  { source: "x => 0xabn + 1e5 + .5e-3 + 1_000n + 1..toString() + 5..a + 0b1 + e5" },
  { source: "x => x /* a */ + /* `b` ' */ c // d '\n + e" },
  { source: "x => x <!-- y" },
  // where the end of a line ends a statement, found by random functions
  { source: "function* () { yield\nx: for (;;) { break x } }" },
  { source: "function* () { yield\n{ a }\n/b'/.test(c) }" },
  { source: "() => { var a, async\nfunction b() {} /c'/.test(d) }" },
  { source: "() => { a\nof\nx: for (;;) { break } }" },
  { source: "() => { a\n++b\n/c/ d }" },
  // names
  { source: "() => π + $ + _ + ünïcode + \\u0061bc + 变量" },
  { source: "(\\u0061, b\\u{63}) => a + bc + d" },
  { source: "() => import(specifier)" },
  { source: "() => typeof window !== 'undefined' ? window.x : global.x", missed: ["window"] },
  { source: "() => typeof (process) === 'object' && process.env", missed: ["process"] },
  { source: "() => typeof helper(1) + typeof a.b + typeof c[0]" },
  { source: "() => a + typeof a" },
  { source: "() => new Foo + new Bar(baz).qux + delete a.b + void c" },
  { source: "() => { function f(x) { return x } return f(x) }", missed: ["x"] },
  { source: "() => { with (o) { x } }", missed: ["o", "x"] },
  { source: "() => { eval('var x = 1'); return x }", missed: ["eval", "x"] },
  { source: "() => [].with(0, a) + o.eval(b)" },
  { source: "() => { 'use strict'; debugger; throw new Oops(`${why}`) }" },
  // what compilers write
  { source: "n => __awaiter(this, void 0, void 0, function* () { return yield load(n) })" },
  { source: "n => (0, __vi_import_0__.helper)(n)" },
  { source: "function(e){return t(e)||r(e)?n:function(o){var i,a=o;return i=u(a),!i}}" },
];
