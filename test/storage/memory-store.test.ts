import { describe, it } from "vitest";
import { memoryStore } from "../../src/storage/memory-store.ts";
import { describeStore } from "../conformance/store-suite.ts";

describeStore({ describe, it }, "the memory store", async ({ room }) => {
  const store = memoryStore(room);
  return { store, dispose: () => store.close() };
});
