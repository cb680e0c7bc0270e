// The schema message of Arrow as the schema of a frame.
import { tableFromIPC } from "@uwdata/flechette";
import type { Schema } from "../../frame/table.ts";
import { typeOfArrow } from "./from-arrow.ts";

export function schemaOfArrow(message: Uint8Array): Schema {
  const { schema } = tableFromIPC(message);
  return Object.fromEntries(schema.fields.map(({ name, type }) => [name, typeOfArrow(type)]));
}
