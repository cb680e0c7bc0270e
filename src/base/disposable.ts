// The symbols of `using`, where the runtime has none yet. Imported for that effect by files whose classes use them.

for (const name of ["dispose", "asyncDispose"] as const) {
  if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
}
