import type { Map as LeafletMap } from 'leaflet';

/** What comes before a drag or a zoom. */
const touches = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;

/**
 * Whether somebody is at a map. What is drawn for the next drag or zoom is kept only while somebody
 * is; a map that nobody has touched yet is calm.
 */
export class Calm {
  readonly #after: number;
  readonly #onChange: () => void;
  #touchedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCalm = true;

  /** @param after so long nobody has touched a calm map, milliseconds */
  constructor(after: number, onChange: () => void) {
    this.#after = after;
    this.#onChange = onChange;
  }

  get isCalm(): boolean {
    return this.#isCalm;
  }

  /** Follows a map until the answer is called. */
  watch(map: LeafletMap): () => void {
    const container = map.getContainer();
    for (const type of touches) container.addEventListener(type, this.touch, { passive: true });
    let isMoving = false;
    const begin = () => {
      isMoving = true;
      // It may move on its own, too. What is over at once is put in place, and no movement.
      queueMicrotask(() => {
        if (isMoving) this.touch();
      });
    };
    const end = () => {
      isMoving = false;
    };
    map.on({ movestart: begin, moveend: end });
    return () => {
      clearTimeout(this.#timer);
      this.#isCalm = true;
      isMoving = false;
      map.off({ movestart: begin, moveend: end });
      for (const type of touches) container.removeEventListener(type, this.touch);
    };
  }

  /** Somebody, or something, moves the map, or is about to. */
  readonly touch = (): void => {
    this.#touchedAt = performance.now();
    if (!this.#isCalm) return;
    this.#isCalm = false;
    this.#timer = setTimeout(this.#calmDown, this.#after);
    this.#onChange();
  };

  readonly #calmDown = (): void => {
    const left = this.#touchedAt + this.#after - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(this.#calmDown, left);
      return;
    }
    this.#isCalm = true;
    this.#onChange();
  };
}
