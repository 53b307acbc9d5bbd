import type { LedgerPeer } from './ledger';

/**
 * What other processes on this machine have sent to the same service, as the ledger told last.
 * Where they wait for slots as well, each process gets an equal part at least.
 */
export class Neighbors {
  #peers: readonly LedgerPeer[] = [];

  get all(): readonly LedgerPeer[] {
    return this.#peers;
  }

  /** Takes what the ledger tells now. */
  set(peers: readonly LedgerPeer[]): void {
    this.#peers = peers;
  }

  /** What these had is this process's now. */
  forget(gone: readonly LedgerPeer[]): void {
    this.#peers = this.#peers.filter((peer) => !gone.includes(peer));
  }

  /** Slots that others hold. */
  used(now: number): number {
    return this.#peers.reduce((sum, peer) => sum + usedBy(peer, now), 0);
  }

  /** When the next slot of others frees, or null while no end is known. */
  nextFree(now: number): number | null {
    const ends = this.#peers.flatMap((peer) => peer.ends.map(([end]) => end));
    const ahead = ends.filter((end) => end > now);
    return ahead.length === 0 ? null : Math.min(...ahead);
  }

  /** The part of a limit that is this process's own, however much the others want. */
  share(limit: number, now: number): number {
    const waiting = this.#waiting(now);
    if (waiting.length === 0) return limit;
    return Math.floor(this.#common(limit, waiting) / (waiting.length + 1));
  }

  /** Slots of a limit that this process may hold now. Alone, all of them. */
  allowed(limit: number, now: number): number {
    const waiting = this.#waiting(now);
    const share = this.share(limit, now);
    const taken = this.#peers.reduce((sum, peer) => {
      const used = usedBy(peer, now);
      return sum + (waiting.includes(peer) ? Math.max(used, share) : used);
    }, 0);
    return this.#common(limit, waiting) - taken;
  }

  #waiting(now: number): LedgerPeer[] {
    return this.#peers.filter(({ waitsUntil }) => waitsUntil !== null && waitsUntil > now);
  }

  /** Everybody counts all requests against a limit of their own: the smallest must have room. */
  #common(limit: number, waiting: readonly LedgerPeer[]): number {
    return Math.min(limit, ...waiting.map((peer) => peer.limit));
  }
}

function usedBy({ unanswered, ends }: LedgerPeer, now: number): number {
  return ends.reduce((sum, [end, count]) => (end > now ? sum + count : sum), unanswered);
}
