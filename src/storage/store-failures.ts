// What the errors of the platforms mean to a store. Names are DOMExceptions' and Deno's, codes those of the system.
import type { StoreFailure } from "./store.ts";
import { isStoreError, StoreError } from "./store.ts";

const MEANINGS: Readonly<Record<string, StoreFailure>> = {
  QuotaExceededError: "full",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  NoModificationAllowedError: "blocked",
  EBUSY: "blocked",
  Busy: "blocked",
  SecurityError: "unavailable",
  NotAllowedError: "unavailable",
  NotSupportedError: "unavailable",
  NotCapable: "unavailable",
  PermissionDenied: "unavailable",
  EACCES: "unavailable",
  EPERM: "unavailable",
  EROFS: "unavailable",
  EMFILE: "unavailable",
  RangeError: "full", // no memory for a buffer
};

/** The failure that `error` of a platform stands for, if it is one that says so. */
export function findFailure(error: unknown): StoreFailure | undefined {
  if (isStoreError(error)) return error.failure;
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  return MEANINGS[String(code)] ?? MEANINGS[String(name)];
}

/** `error` as a StoreError: "Cannot <action>: ..."; it is `otherwise` if the platform's error says nothing that is known. */
export function storeError(action: string, error: unknown, otherwise: StoreFailure = "lost"): StoreError {
  if (isStoreError(error)) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const why = message === "" ? name : `${name}: ${message}`; // Chromium's quota has no words
  return new StoreError(findFailure(error) ?? otherwise, `Cannot ${action}: ${why}`, { cause: error });
}
