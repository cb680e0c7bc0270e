// How what a client asks goes to a server in another thread: columns are copied once and moved, marked buffers are moved,
// and what no port carries is left out, so that those who need it fail as they do when the server is on this thread.
import { brokenInvariant } from "../base/assert.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import { Call, callOf, hasValue } from "../graph/call.ts";
import type { ClientToReactor, RefusedValue, Submission } from "../protocol/client-to-reactor.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import { pathOfUncloneable, refusal } from "../reactor/sendable-port.ts";

type Post = (message: ClientToReactor, transfer: readonly object[]) => void;
type Scatter = ClientToReactor & { readonly kind: "scatter" };

/** Sends a request by `post`; what the client is to hear at once, because the request could not be sent. */
export function sendRequest(message: ClientToReactor, post: Post): readonly ReactorToClient[] {
  try {
    if (message.kind === "submit") postSubmission(message, post);
    else post(message, []);
    return [];
  } catch (error) {
    if (message.kind === "submit") postSubmission(withoutUncloneable(message, error), post);
    else if (message.kind === "scatter") post(withoutValues(message, error), []);
    else return [answerRun(message, error)];
    return [];
  }
}

/** The graph may be the user's, and its columns are views on longer arrays: they are copied first. */
function postSubmission(submission: Submission, post: Post): void {
  const { graph, transfers } = submission;
  const moved = new Set(transfers.flatMap(({ buffers }) => buffers));
  // A port may empty the buffers of a message that it then refuses.
  if (moved.size > 0 && findUncloneable(graph.values) !== undefined) throw new TypeError("It cannot be cloned");
  const columns = {
    calls: graph.calls.slice(),
    inputOffsets: graph.inputOffsets.slice(),
    inputs: graph.inputs.slice(),
  };
  const buffers = Object.values(columns).map(({ buffer }) => buffer);
  post({ ...submission, graph: { ...graph, ...columns } }, [...moved, ...buffers]);
}

function withoutUncloneable(submission: Submission, cause: unknown): Submission {
  const { graph } = submission;
  const refused: RefusedValue[] = [];
  const values: unknown[] = [];
  for (let index = 0; index < graph.count; index++) {
    const call = callOf(graph.calls[index] as number);
    if (!hasValue(call)) continue;
    const value = graph.values[values.length];
    const path = pathOfUncloneable(call, value);
    values.push(path === undefined ? value : null);
    if (path !== undefined) refused.push({ index, failure: refusal(path, cause) });
  }
  if (refused.length === 0) throw brokenInvariant(`a submission cannot be sent: ${String(cause)}`);
  const left = submission.transfers.filter(({ index }) => !refused.some((each) => each.index === index));
  return { ...submission, graph: { ...graph, values }, transfers: left, refused };
}

function withoutValues(message: Scatter, cause: unknown): Scatter {
  const refused: RefusedValue[] = [];
  const values = message.values.map((value, index) => {
    const path = pathOfUncloneable(Call.value, value);
    if (path === undefined) return value;
    refused.push({ index, failure: refusal(path, cause) });
    return null;
  });
  if (refused.length === 0) throw brokenInvariant(`values cannot be sent: ${String(cause)}`);
  return { ...message, values, refused };
}

function answerRun(message: ClientToReactor, cause: unknown): ReactorToClient {
  const path = message.kind === "run" ? pathOfUncloneable(Call.args, message.args) : undefined;
  if (message.kind !== "run" || path === undefined) throw brokenInvariant(`a request cannot be sent: ${String(cause)}`);
  const failure = refusal(path, cause);
  return { kind: "ran", request: message.request, worker: -1, value: undefined, failure, remaining: 0 };
}
