// The types that all partitions of a frame have in common, as one small task.
import type { DataFrame } from "../../frame/data-frame.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import type { LazyPart } from "../../plan/lazy-part.ts";
import { lazyPart } from "../../plan/lazy-part.ts";

export function schemaPart({ frame }: DataFrame): LazyPart {
  const found = frame.parts.map((part) => lazyPart("types", ioKernel("typesOfTable"), [part]));
  return lazyPart("types", ioKernel("commonSchema"), found, { value: frame.schema });
}
