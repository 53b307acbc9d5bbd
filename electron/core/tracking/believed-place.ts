import type { Fix } from '@contract/fixes';
import { isReachable, type Sighting } from '@contract/rules/plausibility';

/**
 * Where a vehicle is believed to be. A place that no vehicle can have reached since the fix before
 * moves nothing until a second fix there confirms it.
 */
export class BelievedPlace {
  #believed: Sighting | null = null;
  #doubted: Sighting | null = null;

  /** What an earlier run kept last. */
  restore(fix: Fix): void {
    if (!isDoubtful(fix)) this.#believed = sightingOf(fix);
  }

  /** A new fix, newer than the one before: itself, or flagged as `implausible`. */
  judge(fix: Fix): Fix {
    const here = sightingOf(fix);
    if (here === null) return fix;
    const isBelieved = this.#believed === null || isReachable(this.#believed, here);
    if (isBelieved || this.#isConfirmed(here)) {
      this.#believed = here;
      this.#doubted = null;
      return fix;
    }
    this.#doubted = here;
    return { ...fix, problems: [...fix.problems, 'implausible'] };
  }

  /** The fix as the map shows it: one that can't be true stays where the vehicle was last. */
  drawn(fix: Fix): Fix {
    if (!isDoubtful(fix)) return fix;
    const latitude = this.#believed?.latitude ?? null;
    const longitude = this.#believed?.longitude ?? null;
    return { ...fix, latitude, longitude };
  }

  #isConfirmed(here: Sighting): boolean {
    const doubted = this.#doubted;
    return doubted !== null && here.at > doubted.at && isReachable(doubted, here);
  }
}

/** Whether no vehicle can have been there. */
export function isDoubtful({ problems }: Fix): boolean {
  return problems.includes('implausible');
}

function sightingOf({ at, latitude, longitude }: Fix): Sighting | null {
  return latitude === null || longitude === null ? null : { at, latitude, longitude };
}
