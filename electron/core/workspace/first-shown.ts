import type { OwnLimits } from '@contract/settings';
import { logFault } from '../log';
import type { Clock } from '../ports/clock';
import type { FirstLook } from '../ports/stores';
import type { ActiveSession } from '../session/session';
import { firstSight, type FirstSight } from '../tracking/first-sight';

/**
 * So long, ms, page and map have the processor for themselves at most, once it is shown: the check of
 * a store reads the whole file, and takes as much of it as all else at a start.
 */
const PICTURE = 1_000;

/** A page that says which vehicles it shows has its first picture so long, ms, after that. */
const DRAWN = 200;

/** What showing a fleet first needs. */
export interface FirstShownOptions {
  /** What a store holds that is opened ahead; null where none is. */
  look: Promise<FirstLook | null>;
  clock: Clock;
  chosen(): OwnLimits;
  onShow(sight: FirstSight): void;
  /** It is not to be seen any more. */
  onHide(): void;
}

/**
 * The fleet on the map while its store is still being checked: read only, by the one whose store it
 * is, and until their workspace is there. Once a run; the store decides what is true.
 */
export class FirstShown {
  /** Resolves once it is on the map, or it is known that there is nothing to show. */
  readonly isTold: Promise<void>;
  readonly #options: FirstShownOptions;
  #tellIt: () => void = () => undefined;
  readonly #isLookedAt: Promise<void>;
  #noteIt: () => void = () => undefined;
  #wasAsked = false;
  #isShown = false;

  constructor(options: FirstShownOptions) {
    this.#options = options;
    this.isTold = new Promise((resolve) => {
      this.#tellIt = resolve;
    });
    this.#isLookedAt = new Promise((resolve) => {
      this.#noteIt = resolve;
    });
  }

  /** Whether it is on the map now. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /**
   * Shows it, as soon as it is read; resolves once it had time to be drawn, or where there is nothing
   * to show. @param isWanted whether somebody still waits for it then
   */
  async show({ identity, profile }: ActiveSession, isWanted: () => boolean): Promise<void> {
    const { look, clock, chosen, onShow } = this.#options;
    if (this.#wasAsked) return;
    this.#wasAsked = true;
    try {
      const found = await look;
      if (found?.identity !== identity || !isWanted()) return;
      const sight = await firstSight(found, { clock, profile, chosen: chosen() });
      if (!isWanted()) return;
      this.#isShown = true;
      onShow(sight);
    } catch (fault) {
      // The check of the store tells a person of what can't be read.
      logFault('warning', 'fleet.not-shown-first', fault);
      return;
    } finally {
      this.#tellIt();
    }
    await new Promise<void>((resolve) => {
      clock.after(PICTURE, resolve);
      void this.#isLookedAt.then(() => clock.after(DRAWN, resolve));
    });
  }

  /** A page says which vehicles it shows: it is about to draw them. */
  noteLook(): void {
    this.#noteIt();
  }

  /** The workspace takes its place. */
  giveWay(): void {
    this.#isShown = false;
  }

  /** Its user has signed out, or the session ended. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#options.onHide();
  }
}
