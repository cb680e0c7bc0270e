/** What `check-layers` needs to know of one file: its imports, the host globals it uses, the shape of its statements. */
import ts from "typescript";
import { HOST_GLOBALS } from "./layers.mjs";

/**
 * `value` runs when the module loads, `types` is erased, `lazy` is an `import()`.
 * @typedef {{ specifier: string, how: "value" | "types" | "lazy", line: number }} Import
 * @typedef {{ imports: Import[], globals: { name: string, line: number }[], notReExports: number[] }} Source
 */

/** @param {string} file @param {string} text @returns {Source} */
export function readSource(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = findDeclared(tree);
  /** @type {Source} */
  const out = { imports: [], globals: [], notReExports: [] };
  /** @param {ts.Node} node */
  const lineOf = (node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  for (const statement of tree.statements) if (!isReExport(statement)) out.notReExports.push(lineOf(statement));
  visit(tree);
  return out;

  /** @param {ts.Node} node */
  function visit(node) {
    const found = findImport(node);
    if (found !== undefined) out.imports.push({ ...found, line: lineOf(node) });
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return void visitTypes(node);
    const name = findGlobal(node);
    if (name !== undefined && !declared.has(name)) out.globals.push({ name, line: lineOf(node) });
    ts.forEachChild(node, visit);
  }

  /** Types use no global, but may import. @param {ts.Node} node */
  function visitTypes(node) {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      out.imports.push({ specifier: node.argument.literal.text, how: "types", line: lineOf(node) });
    }
    ts.forEachChild(node, visitTypes);
  }
}

/** @param {ts.Node} node @returns {Omit<Import, "line"> | undefined} */
function findImport(node) {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const erased = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { specifier: node.moduleSpecifier.text, how: erased ? "types" : "value" };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, how: node.isTypeOnly ? "types" : "value" };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const target = node.arguments[0];
    if (target !== undefined && ts.isStringLiteralLike(target)) return { specifier: target.text, how: "lazy" };
  }
  return undefined;
}

/** The name of the host global that this very node reads, if any. @param {ts.Node} node */
function findGlobal(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const path = `${node.expression.getText()}.${node.name.text}`;
    return HOST_GLOBALS.has(path) ? path : undefined;
  }
  const made = ts.isCallExpression(node) || ts.isNewExpression(node);
  if (made && node.expression.getText() === "Date" && (ts.isCallExpression(node) || !node.arguments?.length))
    return "Date()";
  if (!ts.isIdentifier(node) || !HOST_GLOBALS.has(node.text)) return undefined;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return undefined;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return undefined;
  if (ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isExportSpecifier(parent)) {
    return "initializer" in parent && parent.initializer === node ? node.text : undefined;
  }
  return node.text;
}

/** Every name the file itself declares or imports; one of ours may share its name with a global. @param {ts.SourceFile} tree */
function findDeclared(tree) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const ambient =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.DeclareKeyword);
    if (ambient) return;
    const binds =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node);
    if (binds && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** `export … from "…"`, or a bare `import "…"` for its effect. @param {ts.Statement} statement */
function isReExport(statement) {
  if (ts.isExportDeclaration(statement)) return statement.moduleSpecifier !== undefined;
  return ts.isImportDeclaration(statement) && statement.importClause === undefined;
}
