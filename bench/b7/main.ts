// The page of B7: a worker measures, since access handles exist in workers only.
const worker = new Worker("store-worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  (globalThis as { benchResult?: unknown }).benchResult = data;
};
worker.onerror = (event) => console.error(event.message);
