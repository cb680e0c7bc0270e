// What a turn of a reactor alone says of attempts that are to end, and of clocks, in few words.
import type { ReactorHarness, Turn } from "./reactor-harness.ts";

/** The attempts that are told to end: "task@run". */
export function interruptsIn(harness: ReactorHarness, turn: Turn, worker: number): string[] {
  const messages = turn.sent.get(worker) ?? [];
  return messages.flatMap((message) =>
    message.kind === "interrupt" ? [`${harness.nameOf(message.task)}@${message.run}`] : [],
  );
}

/** What is to be done in time: "watch 0: a@1 on 0, 100 ms", "unwatch 0", "wait: a@2, 50 ms", "end 0". */
export function clocksIn(harness: ReactorHarness, turn: Turn): string[] {
  return turn.others.flatMap((each) => {
    if (each.kind === "unwatch-run") return [`unwatch ${each.watch}`];
    if (each.kind === "end-worker") return [`end ${each.worker}`];
    if (each.kind !== "watch-run" && each.kind !== "wait") return [];
    const attempt = `${harness.nameOf(each.task)}@${each.run}`;
    if (each.kind === "wait") return [`wait: ${attempt}, ${each.milliseconds} ms`];
    return [`watch ${each.watch}: ${attempt} on ${each.worker}, ${each.milliseconds} ms`];
  });
}
