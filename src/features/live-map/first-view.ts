import type { Bounds } from '@contract/rules/longitudes';

/** The map as the first view needs it. */
type Fitting = {
  fit(bounds: Bounds, animate: boolean): void;
  /** Whether all of it is on the screen. */
  shows(bounds: Bounds): boolean;
};

/** Fits the fleet into the map for as long as nobody has chosen a view. */
export type FirstView = {
  /** The box around all known places has changed. */
  update(bounds: Bounds | null): void;
  /** A person has chosen a view: from now on the map is theirs. */
  end(): void;
  readonly isOver: boolean;
};

/**
 * The service tells one vehicle at a time, so that a fleet comes up over minutes: the first places
 * are shown at once, and the view widens, gently, whenever a vehicle turns up outside of it.
 */
export function createFirstView(map: Fitting, isRemembered: boolean): FirstView {
  let isOver = isRemembered;
  let isFirst = true;
  return {
    update(bounds) {
      if (isOver || !bounds) return;
      if (!isFirst && map.shows(bounds)) return;
      map.fit(bounds, !isFirst);
      isFirst = false;
    },
    end() {
      isOver = true;
    },
    get isOver() {
      return isOver;
    },
  };
}
