import type { GroundPiece, NamedGround } from '../ports/named-ground';

/** Lines of streets that are kept at once: some hundred tiles of a large town. */
const MOST_LINES = 600_000;

/** Pieces of maps kept at once, however little they hold. */
const MOST_PIECES = 600;

/**
 * The pieces of maps that are held just now, those used last at the end. A piece that is asked for
 * again while it is read is read once.
 */
export class HeldGround {
  readonly #ground: Pick<NamedGround, 'hold' | 'drop'>;
  readonly #held = new Map<string, { size: Promise<number>; lines: number }>();

  constructor(ground: Pick<NamedGround, 'hold' | 'drop'>) {
    this.#ground = ground;
  }

  /**
   * Has a piece held. @param read reads it; null where there is none, which is kept in mind too
   * @throws what reading or holding throws; it is tried again when it is next asked for
   */
  async hold(key: string, read: () => Promise<GroundPiece | null>): Promise<void> {
    const known = this.#held.get(key);
    if (known) {
      this.#held.delete(key);
      this.#held.set(key, known);
      await known.size;
      return;
    }
    const size = read().then((piece) => (piece === null ? 1 : this.#hand(key, piece)));
    const entry = { size, lines: 1 };
    this.#held.set(key, entry);
    try {
      entry.lines = await size;
    } catch (fault) {
      if (this.#held.get(key) === entry) this.#held.delete(key);
      throw fault;
    }
  }

  async #hand(key: string, piece: GroundPiece): Promise<number> {
    try {
      return await this.#ground.hold(key, piece);
    } catch (fault) {
      // The thread has ended, and with it all that it kept.
      this.#held.clear();
      throw fault;
    }
  }

  /** Lets go of what was used longest ago, but for what is in use. */
  shrink(inUse: ReadonlySet<string>): void {
    let lines = 0;
    for (const each of this.#held.values()) lines += each.lines;
    const dropped: string[] = [];
    for (const [key, each] of this.#held) {
      if (lines <= MOST_LINES && this.#held.size <= MOST_PIECES) break;
      if (inUse.has(key)) continue;
      lines -= each.lines;
      this.#held.delete(key);
      dropped.push(key);
    }
    if (dropped.length > 0) this.#ground.drop(dropped);
  }

  /** Everything is let go of. */
  clear(): void {
    const keys = [...this.#held.keys()];
    this.#held.clear();
    if (keys.length > 0) this.#ground.drop(keys);
  }
}
