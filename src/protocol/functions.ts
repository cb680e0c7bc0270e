// How a function is described on its way to a worker. A worker hears each description once; tasks carry its index. Those
// that name others by their index name such as were described before.

export type FunctionDefinition =
  /** An expression that evaluates to the function. Accepted only on the port that started the worker. */
  | { readonly kind: "source"; readonly name: string; readonly source: string }
  /** A function of the module that the worker serves. */
  | { readonly kind: "task"; readonly name: string }
  /** An export of a module that the worker imports. */
  | { readonly kind: "module"; readonly url: string; readonly name: string }
  /** `(...args) => to(...functions, ...args)`. */
  | { readonly kind: "applied"; readonly name: string; readonly to: number; readonly functions: readonly number[] }
  /** Function `of`, each call of which can be interrupted; with `takesContext` it is given a context before its arguments. */
  | { readonly kind: "supervised"; readonly name: string; readonly of: number; readonly takesContext: boolean };
