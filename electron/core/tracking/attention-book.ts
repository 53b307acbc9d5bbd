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

/** Vehicles that are counted at a step: a fraction of a millisecond's worth. */
const STEP = 1_000;

/** What all windows show, taken together. */
export class AttentionBook {
  readonly #windows = new Map<number, Attention>();
  /** Bits a vehicle: a map of 50,000 is rebuilt at every move of it. */
  #gazes = new Map<string, number>();
  #onScreenOnly = 0;
  /** Those that are counted as selected or followed. */
  #wereChosen: readonly string[] = [];
  /** What the windows showed when that was counted. */
  #counted = new Map<number, readonly string[]>();

  /** How many vehicles are on a screen and neither selected nor followed. */
  get onScreenOnly(): number {
    return this.#onScreenOnly;
  }

  /** Whether a window has a vehicle that is selected or followed. */
  get hasChosen(): boolean {
    return this.#chosen().size > 0;
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
  *inOrder(): Generator<string> {
    const chosen = [...this.#chosen()].sort(([, one], [, other]) => other - one);
    for (const [id] of chosen) yield id;
    for (const id of this.#gazes.keys()) if (!this.#isChosen(id)) yield id;
  }

  /** What a window shows now; it is counted with the next {@link count}. */
  attend(windowId: number, attention: Attention): void {
    this.#windows.set(windowId, attention);
  }

  /** A window is gone; answers whether it was there. */
  release(windowId: number): boolean {
    return this.#windows.delete(windowId);
  }

  /**
   * Counts what all windows show, some vehicles at a step: between two steps the count before holds,
   * and a count that is begun again need not be ended. Where it takes several, those that are
   * selected or followed count at once, since a person waits for them.
   * @param tell hears of the vehicles for which it made a difference, the chosen ones first
   */
  *count(tell: (vehicleIds: string[]) => void): Generator<undefined> {
    let chosen = this.#countChosen();
    if (this.#isCounted()) {
      tell(chosen);
      return;
    }
    // Those on screens are gone through twice, those of before once.
    if (2 * this.#shown() + this.#wereChosen.length + this.#gazes.size >= STEP) {
      if (chosen.length > 0) tell(chosen);
      chosen = [];
    }
    let passed = 0;
    const isStep = (): boolean => (passed += 1) % STEP === 0;
    const gazes = new Map<string, number>();
    for (const { onScreen } of this.#windows.values()) {
      for (const id of onScreen) {
        gazes.set(id, ON_SCREEN);
        if (isStep()) yield undefined;
      }
    }
    for (const [id, bits] of this.#chosen()) gazes.set(id, (gazes.get(id) ?? 0) | bits);
    const before = this.#gazes;
    const others: string[] = [];
    let onScreenOnly = 0;
    for (const [id, bits] of gazes) {
      if (bits === ON_SCREEN) onScreenOnly++;
      if (bits !== before.get(id)) others.push(id);
      if (isStep()) yield undefined;
    }
    for (const id of before.keys()) {
      if (!gazes.has(id)) others.push(id);
      if (isStep()) yield undefined;
    }
    this.#gazes = gazes;
    this.#onScreenOnly = onScreenOnly;
    this.#counted = new Map(Array.from(this.#windows, ([id, { onScreen }]) => [id, onScreen]));
    tell(chosen.concat(others.filter((id) => !chosen.includes(id))));
  }

  /** Those that are selected or followed count as such; answers those that did not, or do no more. */
  #countChosen(): string[] {
    const chosen = this.#chosen();
    const changed: string[] = [];
    const gazes = this.#gazes;
    const set = (id: string, bits: number): void => {
      const before = gazes.get(id) ?? 0;
      if (bits === before) return;
      this.#onScreenOnly += Number(bits === ON_SCREEN) - Number(before === ON_SCREEN);
      if (bits === 0) gazes.delete(id);
      else gazes.set(id, bits);
      changed.push(id);
    };
    for (const [id, bits] of chosen) set(id, ((gazes.get(id) ?? 0) & ON_SCREEN) | bits);
    for (const id of this.#wereChosen) {
      if (!chosen.has(id)) set(id, (gazes.get(id) ?? 0) & ON_SCREEN);
    }
    this.#wereChosen = [...chosen.keys()];
    return changed;
  }

  /** The few that are selected or followed, by how. */
  #chosen(): Map<string, number> {
    const chosen = new Map<string, number>();
    const mark = (id: string | null, bit: number): void => {
      if (id !== null) chosen.set(id, (chosen.get(id) ?? 0) | bit);
    };
    for (const { selected, followed } of this.#windows.values()) {
      mark(selected, SELECTED);
      mark(followed, FOLLOWED);
    }
    return chosen;
  }

  #isChosen(id: string): boolean {
    return (this.#gazes.get(id) ?? 0) > ON_SCREEN;
  }

  /** Vehicles on all screens, counted once for each. */
  #shown(): number {
    return [...this.#windows.values()].reduce((sum, { onScreen }) => sum + onScreen.length, 0);
  }

  /** Whether all windows show what was counted last. */
  #isCounted(): boolean {
    if (this.#windows.size !== this.#counted.size) return false;
    return [...this.#windows].every(([id, { onScreen }]) => {
      const counted = this.#counted.get(id);
      if (counted?.length !== onScreen.length) return false;
      return counted.every((each, at) => each === onScreen[at]);
    });
  }
}
