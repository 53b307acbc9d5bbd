import { fold } from '@contract/folding';
import type { FoundPlace, PlaceQuery } from '@contract/place-search';
import { metersBetween } from '@contract/rules/sphere';
import type { Streets } from '@contract/streets';
import type { MapNames } from './map-names';
import { inOrder, NameIndex, type Candidate, type NamedPlaces } from './named-places';
import { streetsByName } from './streets-by-name';
import { builtInTowns } from './towns';

/** So many places are found at most. */
const foundAtMost = 12;

/** Two results of one name within so many meters are the same place; maps set towns roughly. */
const samePlace = 3_000;
const sameTown = 10_000;

/** What is within so many meters of the middle of the map is near it. */
const nearby = 50_000;

/** Every so many results one is kept for what is near: far towns of like names are many. */
const nearEvery = 3;

/** What the search of places looks into. */
export interface PlaceSearchOptions {
  /** Streets of the demo fleet's area; null on any other connection. */
  streets(): Promise<Streets | null>;
  /** Names of the map files that are open. */
  maps: Pick<MapNames, 'find'>;
  /** Towns that Fleetdesk brings along. */
  towns?: () => Promise<NamedPlaces>;
}

/** Finds towns, districts and streets by their names, without a network. */
export class PlaceSearch {
  readonly #options: PlaceSearchOptions;
  #towns: Promise<NameIndex> | null = null;
  #streets: { of: Streets; index: NameIndex } | null = null;

  constructor(options: PlaceSearchOptions) {
    this.#options = options;
  }

  /**
   * The best first: by match, then population, then distance to the middle of the map; but what is
   * near the middle of the map is never crowded out.
   */
  async find(query: PlaceQuery): Promise<FoundPlace[]> {
    const found = await this.#find(query);
    // Maps name streets, not houses: a number that no name has is left out.
    const words = query.words.replace(/(?<=\s|,)\d+\p{L}?(?=\s|,|$)/gu, ' ');
    const all =
      found.length > 0 || words === query.words ? found : await this.#find({ ...query, words });
    const best = withoutTwins(all.sort(inOrder));
    return withNearOnes(best, query.near !== null)
      .slice(0, foundAtMost)
      .map(({ found: place }) => place);
  }

  async #find(query: PlaceQuery): Promise<Candidate[]> {
    const limit = 4 * foundAtMost;
    const ofMaps = this.#options.maps.find(query, limit);
    const indexes = [await this.#townsByName(), await this.#streetsByName()];
    const own = indexes.flatMap((index) => index?.find(query, limit) ?? []);
    return [...own, ...(await ofMaps)];
  }

  #townsByName(): Promise<NameIndex> {
    const towns = this.#options.towns ?? builtInTowns;
    this.#towns ??= towns().then((places) => new NameIndex(places));
    // A file that could not be read now may be read at the next search.
    this.#towns.catch(() => {
      this.#towns = null;
    });
    return this.#towns;
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

/** A place that two sources know is found once. */
function withoutTwins(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    if (!kept.some(({ found }) => isSame(found, candidate.found))) kept.push(candidate);
  }
  return kept;
}

function isSame(one: FoundPlace, other: FoundPlace): boolean {
  if (fold(one.name) !== fold(other.name)) return false;
  const isTown = [one, other].every(({ kind }) => kind === 'town' || kind === 'village');
  if (one.kind !== other.kind && !isTown) return false;
  return metersBetween(one, other) < (isTown ? sameTown : samePlace);
}

/** Every third place is one that is near, as long as there are any. */
function withNearOnes(candidates: readonly Candidate[], isNearKnown: boolean): Candidate[] {
  if (!isNearKnown) return [...candidates];
  const left = new Set(candidates);
  const near = candidates.filter(({ away }) => away <= nearby);
  const ordered: Candidate[] = [];
  while (left.size > 0) {
    const isForNear = ordered.length % nearEvery === nearEvery - 1;
    const first = isForNear ? near.find((each) => left.has(each)) : undefined;
    const next = first ?? left.values().next().value;
    if (next === undefined) break;
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}
