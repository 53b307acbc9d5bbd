import type { FoundPlace, PlaceQuery } from '@contract/place-search';
import { metersBetween } from '@contract/rules/sphere';
import type { Streets } from '@contract/streets';
import { inOrder, NameIndex, type Candidate, type NamedPlaces } from './named-places';
import { streetsByName } from './streets-by-name';
import { builtInTowns } from './towns';

/** So many places are found at most. */
const foundAtMost = 12;

/** Two results of one name within so many meters are the same place. */
const samePlace = 3_000;

/** What the search of places looks into. */
export interface PlaceSearchOptions {
  /** Streets of the demo fleet's area; null on any other connection. */
  streets(): Promise<Streets | null>;
  /** Towns that Fleetdesk brings along. */
  towns?: () => Promise<NamedPlaces>;
}

/** Finds towns and streets by their names, without a network. */
export class PlaceSearch {
  readonly #options: PlaceSearchOptions;
  #towns: Promise<NameIndex> | null = null;
  #streets: { of: Streets; index: NameIndex } | null = null;

  constructor(options: PlaceSearchOptions) {
    this.#options = options;
  }

  /** The best first: by match, then population, then distance to the middle of the map. */
  async find(query: PlaceQuery): Promise<FoundPlace[]> {
    const found = await this.#find(query);
    // Maps name streets, not houses: a number that no name has is left out.
    const words = query.words.replace(/(?<=\s|,)\d+\p{L}?(?=\s|,|$)/gu, ' ');
    const all =
      found.length > 0 || words === query.words ? found : await this.#find({ ...query, words });
    return withoutTwins(all.sort(inOrder)).slice(0, foundAtMost);
  }

  async #find(query: PlaceQuery): Promise<Candidate[]> {
    const indexes = [await this.#townsByName(), await this.#streetsByName()];
    return indexes.flatMap((index) => index?.find(query, 4 * foundAtMost) ?? []);
  }

  #townsByName(): Promise<NameIndex> {
    const towns = this.#options.towns ?? builtInTowns;
    return (this.#towns ??= towns().then((places) => new NameIndex(places)));
  }

  async #streetsByName(): Promise<NameIndex | null> {
    const streets = await this.#options.streets();
    if (streets === null) return null;
    if (this.#streets?.of !== streets) {
      this.#streets = { of: streets, index: new NameIndex(streetsByName(streets)) };
    }
    return this.#streets.index;
  }
}

function withoutTwins(candidates: readonly Candidate[]): FoundPlace[] {
  const kept: FoundPlace[] = [];
  for (const { found } of candidates) {
    const isTwin = ({ name, kind, ...place }: FoundPlace): boolean =>
      name === found.name && kind === found.kind && metersBetween(place, found) < samePlace;
    if (!kept.some(isTwin)) kept.push(found);
  }
  return kept;
}
