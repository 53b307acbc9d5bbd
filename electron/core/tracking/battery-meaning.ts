import type { Fix } from '@contract/fixes';
import type { Profile } from '../service/profile';

/** Vehicle batteries have 12 or 24 volts nominally; their readings are between these. */
const LEAST_VOLTS = 9;
const MOST_VOLTS = 32;

/**
 * Tells whether the battery figures of a fleet are volts where the profile takes them for percent
 * and nobody has confirmed that: as long as all are in the range of volts and some have decimals.
 */
export class BatteryMeaning {
  readonly #mayGuess: boolean;
  #hasDecimals = false;
  #hasOthers = false;

  /** @param mayGuess false where a person has confirmed what the figures mean */
  constructor(mayGuess: boolean) {
    this.#mayGuess = mayGuess;
  }

  /** What a profile leaves open: percent is a guess, too, until somebody has confirmed it. */
  static of({ tracking }: Pick<Profile, 'tracking'>): BatteryMeaning {
    return new BatteryMeaning(!tracking.confirmed && tracking.battery.unit === 'percent');
  }

  /** A fix was told: counts its figure, and answers the fix as it reads by all figures so far. */
  read(fix: Fix): Fix {
    const { battery } = fix;
    if (battery === null || !this.#mayGuess) return fix;
    if (battery < LEAST_VOLTS || battery > MOST_VOLTS) this.#hasOthers = true;
    if (!Number.isInteger(battery)) this.#hasDecimals = true;
    if (this.#hasOthers || !this.#hasDecimals) return fix;
    return { ...fix, battery: null, voltage: { volts: battery, isGuessed: true } };
  }
}
