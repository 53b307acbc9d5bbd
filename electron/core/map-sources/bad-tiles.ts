import type { AppError, ErrorReason } from '@contract/errors';
import type { Clock } from '../ports/clock';

/** A tile with a fault is left alone for so many ms. */
const restOfTile = 30_000;

/** So many in a row tell of more than single tiles. */
const mostInARow = 4;

/** Faults of one picture: the others may be well. */
const ofOneTile: ReadonlySet<ErrorReason | undefined> = new Set([
  ...(['map-not-image', 'map-tile-size', 'map-tile-too-large', 'map-server'] as const),
]);

/** Tiles that came broken, so that they are not asked for again and again. */
export class BadTiles {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #faults = new Map<string, AppError>();
  #inARow = 0;
  #cancel: (() => void) | null = null;

  /** @param onChange told when they may be asked for again */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** The fault of a tile that is left alone; null for all others. */
  faultOf(key: string): AppError | null {
    return this.#faults.get(key) ?? null;
  }

  /** One of the faults; null where there is none. */
  get fault(): AppError | null {
    return [...this.#faults.values()].at(-1) ?? null;
  }

  /** Takes a fault in; false where it is not of one tile alone, or no longer looks like it. */
  take(key: string, fault: AppError): boolean {
    this.#inARow += 1;
    if (!ofOneTile.has(fault.reason) || this.#inARow >= mostInARow) return false;
    this.#faults.set(key, fault);
    this.#cancel ??= this.#clock.after(restOfTile, () => {
      this.clear();
      this.#onChange();
    });
    return true;
  }

  /** A tile came that was well. */
  endRow(): void {
    this.#inARow = 0;
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#faults.clear();
  }
}
