// Which worker has how many actors, and whom to tell when it is gone.

export interface ResidentActor {
  readonly worker: number;
  /** The worker is gone. */
  lost(reason: string): void;
  /** The cluster has ended. */
  closed(error: unknown): void;
}

export class ResidentActors {
  readonly #actors = new Set<ResidentActor>();
  /** Calls that are not answered, and actors that are being made. */
  #waiting = 0;

  /** Whether nobody waits for an actor. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** More or less is waited for. */
  wait(more: 1 | -1): void {
    this.#waiting += more;
  }

  add(actor: ResidentActor): void {
    this.#actors.add(actor);
  }

  delete(actor: ResidentActor): void {
    this.#actors.delete(actor);
  }

  countOn(worker: number): number {
    let count = 0;
    for (const actor of this.#actors) if (actor.worker === worker) count++;
    return count;
  }

  /** Of some workers the one with the fewest actors, of those the one with the lowest number; undefined if there are none. */
  leastOf(workers: readonly number[]): number | undefined {
    const byNumber = [...workers].sort((a, b) => a - b);
    const counts = byNumber.map((worker) => this.countOn(worker));
    return byNumber[counts.indexOf(Math.min(...counts))];
  }

  /** Workers with the most actors first; those with as many stay in their order. */
  mostFirst(workers: readonly number[]): number[] {
    const counts = new Map(workers.map((worker) => [worker, this.countOn(worker)]));
    const count = (worker: number): number => counts.get(worker) as number;
    return [...workers].sort((a, b) => count(b) - count(a));
  }

  lose(worker: number, reason: string): void {
    for (const actor of [...this.#actors]) if (actor.worker === worker) actor.lost(reason);
  }

  close(error: unknown): void {
    for (const actor of [...this.#actors]) actor.closed(error);
  }
}
