// The free names of an expression by acorn's tree and real scopes: what our scanner is measured against.
import { parse } from "acorn";

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Scope {
  readonly names: Set<string>;
  readonly isFunction: boolean;
  readonly outer: Scope | undefined;
}

/** In order of first appearance; throws a SyntaxError when `expression` is none. */
export function freeNamesByScope(expression: string): string[] {
  const references: { readonly name: string; readonly scope: Scope; readonly at: number }[] = [];
  const program = parse(`(${expression}\n)`, { ecmaVersion: "latest", sourceType: "script" }) as unknown as Node;
  visit(program, newScope(undefined, true));
  const isBound = (name: string, scope: Scope | undefined): boolean =>
    scope !== undefined && (scope.names.has(name) || isBound(name, scope.outer));
  const free = references.filter(({ name, scope }) => name !== "arguments" && !isBound(name, scope));
  return [...new Set(free.sort((a, b) => a.at - b.at).map(({ name }) => name))];

  function visit(node: Node, scope: Scope): void {
    switch (node.type) {
      case "Identifier":
        references.push({ name: node.name as string, scope, at: node.start as number });
        return;
      case "MemberExpression":
        return visitFields(node, scope, node.computed ? ["object", "property"] : ["object"]);
      case "Property":
      case "MethodDefinition":
      case "PropertyDefinition":
        return visitFields(node, scope, node.computed ? ["key", "value"] : ["value"]);
      case "LabeledStatement":
        return visitFields(node, scope, ["body"]);
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        return;
      case "VariableDeclaration":
        for (const declarator of node.declarations as Node[]) {
          bind(declarator.id as Node, scope, node.kind === "var" ? functionScope(scope) : scope);
          visitFields(declarator, scope, ["init"]);
        }
        return;
      case "FunctionDeclaration":
        bind(node.id as Node, scope, scope);
        bind(node.id as Node, scope, functionScope(scope)); // sloppy functions in blocks are seen outside
        return visitFunction(node, scope);
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return visitFunction(node, scope);
      case "ClassDeclaration":
        bind(node.id as Node, scope, scope);
        return visitClass(node, scope);
      case "ClassExpression":
        return visitClass(node, scope);
      case "CatchClause": {
        const inner = newScope(scope);
        if (node.param) bind(node.param as Node, inner, inner);
        return visitFields(node, inner, ["body"]);
      }
      case "StaticBlock":
        return visitFields(node, newScope(scope, true), ["body"]);
      case "BlockStatement":
      case "SwitchStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
        return visitFields(node, newScope(scope), Object.keys(node));
      default:
        return visitFields(node, scope, Object.keys(node));
    }
  }

  function visitFields(node: Node, scope: Scope, fields: readonly string[]): void {
    for (const child of fields.flatMap((field) => node[field])) if (isNode(child)) visit(child, scope);
  }

  function visitFunction(node: Node, scope: Scope): void {
    const inner = newScope(scope, true);
    if (node.id) inner.names.add((node.id as Node).name as string);
    for (const parameter of node.params as Node[]) bind(parameter, inner, inner);
    visitFields(node, inner, ["body"]);
  }

  function visitClass(node: Node, scope: Scope): void {
    const inner = newScope(scope);
    if (node.id) inner.names.add((node.id as Node).name as string);
    visitFields(node, inner, ["superClass", "body"]);
  }

  /** Binds the names of a pattern in `owner`; its defaults and computed keys are read in `scope`. */
  function bind(pattern: Node, scope: Scope, owner: Scope): void {
    if (pattern.type === "Identifier") owner.names.add(pattern.name as string);
    if (pattern.type === "AssignmentPattern") {
      bind(pattern.left as Node, scope, owner);
      visitFields(pattern, scope, ["right"]);
    }
    if (pattern.type === "RestElement") bind(pattern.argument as Node, scope, owner);
    if (pattern.type === "ArrayPattern")
      for (const element of pattern.elements as (Node | null)[]) if (element) bind(element, scope, owner);
    if (pattern.type === "ObjectPattern") {
      for (const property of pattern.properties as Node[]) {
        if (property.computed) visitFields(property, scope, ["key"]);
        bind(property.type === "RestElement" ? property : (property.value as Node), scope, owner);
      }
    }
  }
}

function newScope(outer: Scope | undefined, isFunction = false): Scope {
  return { names: new Set(), isFunction, outer };
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.outer ? scope : functionScope(scope.outer);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
