// The contract of ports: two ends, messages in order, each delivered once or the port is dead. Every implementation
// passes the suite in test/conformance/port-suite.ts. What a message means is none of a port's business.

export interface PortListener {
  /** A message arrived. */
  message(value: unknown): void;
  /** Nothing will arrive any more, and why; called at most once, and not after `close` of this end. */
  closed(reason: Error): void;
}

/** One end of a two-way channel. */
export interface Port {
  /**
   * Sends a clone of `message`, which is never undefined; buffers and ports in `transfer` are moved.
   * @throws a DataCloneError, before anything is moved; only Deno has emptied the buffers by then
   */
  post(message: unknown, transfer?: readonly object[]): void;
  /** Starts delivery, also of what arrived before. To be called once. */
  listen(listener: PortListener): void;
  /** Ends the channel for both sides. */
  close(): void;
  /** Where an open port keeps the process alive (Node's threads): whether it is to do so. */
  hold?(isHeld: boolean): void;
}

/** A channel whose ends are not in use yet: each end can be posted to another thread and opened there. */
export interface Channel {
  readonly a: object;
  readonly b: object;
}
