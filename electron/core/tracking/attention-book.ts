import type { Attention } from '@contract/fixes';

/** How a vehicle is looked at by somebody, over all windows. */
export interface Gaze {
  onScreen: boolean;
  selected: boolean;
  followed: boolean;
}

const ON_SCREEN = 1;
const SELECTED = 2;
const FOLLOWED = 4;

/** What all windows show, taken together. */
export class AttentionBook {
  readonly #windows = new Map<number, Attention>();
  /** Bits a vehicle: a map of 50,000 is rebuilt at every move of it. */
  #gazes = new Map<string, number>();
  #onScreenOnly = 0;

  /** How many vehicles are on a screen and neither selected nor followed. */
  get onScreenOnly(): number {
    return this.#onScreenOnly;
  }

  /** Whether a window has a vehicle that is selected or followed. */
  get hasChosen(): boolean {
    const windows = [...this.#windows.values()];
    return windows.some(({ selected, followed }) => selected !== null || followed !== null);
  }

  /** How a vehicle is looked at. */
  of(vehicleId: string): Gaze {
    const bits = this.#gazes.get(vehicleId) ?? 0;
    return {
      onScreen: (bits & ON_SCREEN) !== 0,
      selected: (bits & SELECTED) !== 0,
      followed: (bits & FOLLOWED) !== 0,
    };
  }

  /** Whether a vehicle is on a screen and neither selected nor followed. */
  isOnScreenOnly(vehicleId: string): boolean {
    return this.#gazes.get(vehicleId) === ON_SCREEN;
  }

  /** Vehicles that are looked at, those that are followed or selected first. */
  inOrder(): string[] {
    const followed: string[] = [];
    const selected: string[] = [];
    const others: string[] = [];
    for (const [id, bits] of this.#gazes) {
      if ((bits & FOLLOWED) !== 0) followed.push(id);
      else if ((bits & SELECTED) !== 0) selected.push(id);
      else others.push(id);
    }
    return [...followed, ...selected, ...others];
  }

  /**
   * What a window shows now; answers the vehicles for which that made a difference, those that are
   * followed or selected first.
   */
  attend(windowId: number, attention: Attention): string[] {
    this.#windows.set(windowId, attention);
    return this.#rebuild();
  }

  /** A window is gone; answers the vehicles for which that made a difference. */
  release(windowId: number): string[] {
    return this.#windows.delete(windowId) ? this.#rebuild() : [];
  }

  #rebuild(): string[] {
    const gazes = new Map<string, number>();
    const mark = (id: string | null, bit: number): void => {
      if (id !== null) gazes.set(id, (gazes.get(id) ?? 0) | bit);
    };
    for (const { onScreen, selected, followed } of this.#windows.values()) {
      // Mostly there is one window: of 50,000 vehicles none has to be looked for then.
      if (gazes.size === 0) for (const id of onScreen) gazes.set(id, ON_SCREEN);
      else for (const id of onScreen) mark(id, ON_SCREEN);
      mark(selected, SELECTED);
      mark(followed, FOLLOWED);
    }
    const before = this.#gazes;
    this.#gazes = gazes;
    this.#onScreenOnly = 0;
    const attended: string[] = [];
    const others: string[] = [];
    for (const [id, bits] of gazes) {
      if (bits === ON_SCREEN) this.#onScreenOnly++;
      if (bits !== before.get(id)) (bits > ON_SCREEN ? attended : others).push(id);
    }
    if (before.size > 0) for (const id of before.keys()) if (!gazes.has(id)) others.push(id);
    return [...attended, ...others];
  }
}
