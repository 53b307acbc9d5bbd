import type { Attention } from '@contract/fixes';

/** How a vehicle is looked at by somebody, over all windows. */
export interface Gaze {
  onScreen: boolean;
  selected: boolean;
  followed: boolean;
}

const nowhere: Gaze = { onScreen: false, selected: false, followed: false };

/** What all windows show, taken together. */
export class AttentionBook {
  readonly #windows = new Map<number, Attention>();
  #gazes = new Map<string, Gaze>();

  /** How many vehicles are on a screen and neither selected nor followed. */
  onScreenOnly = 0;

  /** How a vehicle is looked at. */
  of(vehicleId: string): Gaze {
    return this.#gazes.get(vehicleId) ?? nowhere;
  }

  /** What a window shows now; answers the vehicles for which that made a difference. */
  attend(windowId: number, attention: Attention): string[] {
    this.#windows.set(windowId, attention);
    return this.#rebuild();
  }

  /** A window is gone; answers the vehicles for which that made a difference. */
  release(windowId: number): string[] {
    return this.#windows.delete(windowId) ? this.#rebuild() : [];
  }

  #rebuild(): string[] {
    const gazes = new Map<string, Gaze>();
    const mark = (id: string | null, kind: keyof Gaze): void => {
      if (id === null) return;
      const gaze = gazes.get(id);
      if (gaze === undefined) gazes.set(id, { ...nowhere, [kind]: true });
      else gaze[kind] = true;
    };
    for (const { onScreen, selected, followed } of this.#windows.values()) {
      for (const id of onScreen) mark(id, 'onScreen');
      mark(selected, 'selected');
      mark(followed, 'followed');
    }
    const before = this.#gazes;
    this.#gazes = gazes;
    this.onScreenOnly = 0;
    const changed: string[] = [];
    for (const [id, gaze] of gazes) {
      if (gaze.onScreen && !gaze.selected && !gaze.followed) this.onScreenOnly++;
      if (!isSame(gaze, before.get(id) ?? nowhere)) changed.push(id);
    }
    for (const id of before.keys()) if (!gazes.has(id)) changed.push(id);
    return changed;
  }
}

function isSame(a: Gaze, b: Gaze): boolean {
  return a.onScreen === b.onScreen && a.selected === b.selected && a.followed === b.followed;
}
