// What is to be forgotten when a future is gone, which cannot be asked any more then.
import type { TaskKey } from "../base/ids.ts";
import { SCATTERED } from "../protocol/reactor-to-client.ts";
import type { Future } from "./future.ts";

export interface FutureRemains {
  readonly id: number;
  readonly draft: number;
  readonly key: TaskKey | undefined;
}

export function remainsOf({ id, draft, index }: Future): FutureRemains {
  return { id, draft: draft?.id ?? SCATTERED, key: draft?.givenKey(index) };
}
