// A limit on waiting that counts time in which this thread could have heard something. A page that was frozen, or a
// machine that slept, comes back with all its timers due, before what arrived meanwhile is handled: so the time is taken
// in pieces, of which a sleep costs one, and what is due in the last is due a turn later.

const PIECES = 4;

/** Calls back when `milliseconds` have been waited; returns how to have it not call. */
export function waitAwake(milliseconds: number, callback: () => void): () => void {
  const piece = milliseconds / PIECES;
  let left = PIECES;
  const tick = (): void => {
    left--;
    timer = left > 0 ? setTimeout(tick, piece) : setTimeout(callback, 0);
  };
  let timer = setTimeout(tick, piece);
  return () => clearTimeout(timer);
}
