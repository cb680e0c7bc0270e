// Properties by any name.

/** Sets a property as an assignment would, "__proto__" too, which an assignment would take for the prototype. */
export function putProperty(object: object, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[key] = value;
}

export function getProperty(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}
