import type { LivePace } from '@contract/fixes';
import { TOGETHER } from '../budget/lane-turns';
import type { RestPace } from '../budget/rest-pace';

/** What so many groups of looks find is one picture at most. */
const MOST_GROUPS = 3;
/** Groups come a little sooner or later, ms. */
const WAVERS = 1_000;
/** A picture may be late by this part of the time between two looks at a vehicle that it shows. */
const LATE_PART = 1 / 20;

/** What the pace of pictures goes by. */
export interface PictureTerms {
  /** What is left to looks while nobody is at work; null while somebody is. */
  looksAtRest?: () => RestPace | null;
  /** `hasChosen`: who sees one vehicle move may sit there without a touch. */
  attention: { readonly hasChosen: boolean };
  pace: { readonly told: LivePace };
}

/**
 * Tells how long windows may wait for what looks found, milliseconds. While nobody is at work each
 * picture wakes the processor; where a vehicle is looked at seldom, one for several groups of looks
 * shows hardly older positions.
 */
export function picturePace({ looksAtRest, attention, pace }: PictureTerms): () => number {
  return () => {
    const seconds = pace.told.onScreenSeconds;
    if (seconds === null || attention.hasChosen || (looksAtRest?.() ?? null) === null) return 0;
    const groups = Math.min(MOST_GROUPS, 1 + Math.floor((seconds * 1000 * LATE_PART) / TOGETHER));
    return groups === 1 ? 0 : (groups - 1) * TOGETHER + WAVERS;
  };
}
