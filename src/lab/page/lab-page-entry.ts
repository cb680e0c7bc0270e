// What runs in the page of `weft lab --in chromium`: asks for its job, does it with real Web Workers, and posts what it
// finds, in order, while it goes on.
import type { Job } from "../experiments/job.ts";
import { runJob } from "../experiments/job.ts";
import type { PageNews } from "./page-news.ts";

const queue: PageNews[] = [];
let isPosting = false;

function tell(news: PageNews): void {
  queue.push(news);
  if (!isPosting) void postAll();
}

async function postAll(): Promise<void> {
  isPosting = true;
  while (queue.length > 0) await fetch("/news", { method: "POST", body: JSON.stringify(queue.splice(0)) });
  isPosting = false;
}

try {
  const job = (await (await fetch("/job.json")).json()) as Job;
  await runJob(job, tell, new AbortController().signal);
  tell({ kind: "ended" });
} catch (error) {
  tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
