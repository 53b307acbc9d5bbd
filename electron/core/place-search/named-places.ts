import { wordsOf } from '@contract/folding';
import type { FoundPlace, PlaceQuery } from '@contract/place-search';
import { metersBetween } from '@contract/rules/sphere';

/** Names of places as they are searched; the columns are of equal length. */
export interface NamedPlaces {
  readonly count: number;
  nameAt(index: number): string;
  /** Inhabitants in thousands; 0 where nobody counts them. */
  sizeAt(index: number): number;
  placeAt(index: number): { latitude: number; longitude: number };
  foundAt(index: number): FoundPlace;
}

/** A place with what decides about its order. */
export interface Candidate {
  readonly found: FoundPlace;
  /** 0 for the whole name, 1 for its beginning, 2 for whole words, 3 for beginnings of words. */
  readonly match: number;
  readonly size: number;
  /** Meters to the middle of the map; 0 where that is not known. */
  readonly away: number;
}

/** Finds places by the beginnings of the words of their names, without case and accents. */
export class NameIndex {
  readonly #places: NamedPlaces;
  /** The words of each name with a space on both sides of each; folded for the first search. */
  #folded: readonly string[] | null = null;

  constructor(places: NamedPlaces) {
    this.#places = places;
  }

  /** All that fit, the best first, at most `limit`. Every word must begin a word of the name. */
  find({ words, near }: PlaceQuery, limit: number): Candidate[] {
    const sought = wordsOf(words);
    if (sought.length === 0) return [];
    const best = this.#matching(sought)
      .sort((a, b) => a.match - b.match || this.#sizeOf(b) - this.#sizeOf(a))
      // The distance costs most: names that can't be among the first are left out before.
      .slice(0, 4 * limit + 200);
    return best
      .map(({ index, match }) => ({
        match,
        found: this.#places.foundAt(index),
        size: this.#places.sizeAt(index),
        away: near === null ? 0 : metersBetween(near, this.#places.placeAt(index)),
      }))
      .sort(inOrder)
      .slice(0, limit);
  }

  #sizeOf({ index }: { index: number }): number {
    return this.#places.sizeAt(index);
  }

  #matching(sought: readonly string[]): { index: number; match: number }[] {
    const match = matcherOf(sought);
    const found: { index: number; match: number }[] = [];
    for (const [index, name] of (this.#folded ??= this.#fold()).entries()) {
      const well = match(name);
      if (well !== null) found.push({ index, match: well });
    }
    return found;
  }

  #fold(): string[] {
    return Array.from(
      { length: this.#places.count },
      (_, index) => ` ${wordsOf(this.#places.nameAt(index)).join(' ')} `,
    );
  }
}

/**
 * How well a name fits folded words (see {@link Candidate}); null where it does not.
 * @returns a test of folded names, with a space on both sides of each word
 */
export function matcherOf(sought: readonly string[]): (name: string) => number | null {
  const whole = ` ${sought.join(' ')} `;
  const begun = whole.slice(0, -1);
  const beginnings = sought.map((word) => ` ${word}`);
  return (name) => {
    if (!beginnings.every((word) => name.includes(word))) return null;
    if (name === whole) return 0;
    if (name.startsWith(begun)) return 1;
    return beginnings.every((word) => name.includes(`${word} `)) ? 2 : 3;
  };
}

/** The order of what is shown: match, then population, then distance to the map's view. */
export function inOrder(a: Candidate, b: Candidate): number {
  return a.match - b.match || b.size - a.size || a.away - b.away;
}
