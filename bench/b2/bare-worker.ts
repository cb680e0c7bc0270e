// The other end of the bare loop: answers columns with columns, fetches from its peer by one message, keeps nothing more
// than it must. It does no bookkeeping: what it takes is what the messages take.
let peer: MessagePort | undefined;
const values = new Map<number, number>();

addEventListener("message", ({ data }: MessageEvent) => {
  if (data.port !== undefined) {
    peer = data.port as MessagePort;
    peer.onmessage = onPeerMessage;
  } else if (data.sink === true) {
    peer?.postMessage({ fetch: new Int32Array(data.tasks) });
  } else {
    const tasks = data.tasks as Int32Array;
    const finished = new Int32Array((tasks.length / 6) * 4);
    for (let i = 0, at = 0; i < tasks.length; i += 6, at += 4) {
      finished[at] = tasks[i] as number;
      finished[at + 1] = tasks[i + 1] as number;
      finished[at + 3] = 8;
      values.set(tasks[i] as number, data.values[i / 6]);
    }
    postMessage({ finished }, { transfer: [finished.buffer] });
  }
});

function onPeerMessage({ data }: MessageEvent): void {
  if (data.fetch !== undefined) {
    const wanted = data.fetch as Int32Array;
    peer?.postMessage({ values: Array.from(wanted, (task) => values.get(task)) });
  } else {
    postMessage({ sunk: data.values.length });
  }
}
