import { FleetdeskError, type ErrorReason } from '@contract/errors';
import { fold } from '@contract/folding';
import {
  geocoderAddress,
  reverseGeocoderAddress,
  type FoundAddresses,
  type GeocoderSetting,
  type KeptAnswersUse,
} from '@contract/geocoder';
import { foundPlaceSchema, type FoundPlace } from '@contract/place-search';
import type { Place } from '@contract/rules/longitudes';
import { whereSchema, type Where } from '@contract/where';
import { z } from 'zod';
import {
  askMapServer,
  mapError,
  refusalOf,
  type FetchOptions,
} from '../map-sources/ask-map-server';
import { workOfflineError } from '../service/work-offline';
import { KeptAnswers, type AnswerStore } from './kept-answers';
import { readAddresses, readPlaceNames } from './read-addresses';

/** So many searches and so many places are kept. */
const mostSearches = 200;
const mostPlaces = 500;

/** Places within so many degrees (some 50 m) are asked about once. */
const grain = 5e-4;

/** Milliseconds between two requests: the policy of the public servers allows one a second. */
const betweenRequests = 1_000;

/** So many searches wait at most; one more is refused. */
const waitAtMost = 5;

/** Nobody asked for the name of a place by hand: it is left out while so many requests wait. */
const placesWaitAtMost = 2;

/** After a fault no names of places are asked for, milliseconds. */
const restAfterFault = 60_000;

/** A server that does not answer for so many ms counts as silent. */
const longestAnswer = 10_000;
const largestAnswer = 1024 * 1024;

/** The same faults as a map server has, in words of an address search. */
const reasons: Partial<Record<ErrorReason, ErrorReason>> = {
  'map-offline': 'geocoder-offline',
  'map-timeout': 'geocoder-timeout',
  'map-refused': 'geocoder-refused',
  'map-busy': 'geocoder-busy',
  'map-server': 'geocoder-server',
  'map-tile-too-large': 'geocoder-answer',
  'map-redirect': 'geocoder-address',
  'map-plain-http': 'geocoder-address',
  'map-private-address': 'geocoder-address',
};

/** What the address search needs. */
export interface GeocoderOptions extends FetchOptions {
  /** The server that a person chose; null where they chose none. */
  setting(): GeocoderSetting | null;
  /** The store of who is signed in, in which answers are kept; null while nobody is. */
  store(): AnswerStore | null;
}

/**
 * Asks the server of the settings for addresses, and what is at a place: one request a second, at
 * most, and never one that was answered within 30 days.
 */
export class Geocoder {
  readonly #options: GeocoderOptions;
  readonly #searches: KeptAnswers<FoundPlace[]>;
  readonly #places: KeptAnswers<Where | null>;
  /** Searches that are not answered yet. */
  readonly #searching = new Map<string, Promise<FoundPlace[]>>();
  #lastTurn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** Until then, epoch milliseconds, the server is left alone, as it asked. */
  #pause: { address: string; until: number } | null = null;
  /** Until then, by the clock that never goes back, no names of places are asked for. */
  #restUntil = -Infinity;

  constructor(options: GeocoderOptions) {
    this.#options = options;
    const { clock } = options;
    const store = () => options.store();
    this.#searches = new KeptAnswers({
      ...{ clock, store, name: 'found-addresses', most: mostSearches },
      value: z.array(foundPlaceSchema),
    });
    this.#places = new KeptAnswers({
      ...{ clock, store, name: 'named-places', most: mostPlaces },
      value: whereSchema.nullable(),
    });
  }

  /**
   * What the server finds for these words.
   * @throws FleetdeskError with a reason that begins with `geocoder-`, or `work-offline`
   */
  async find(words: string): Promise<FoundAddresses> {
    const setting = this.#options.setting();
    if (setting === null) throw mapError('invalid-request', 'geocoder-off', 'No server is chosen.');
    const sought = words.trim();
    const url = geocoderAddress(setting, sought);
    const { hostname: host } = new URL(url);
    const key = [setting.kind, setting.address, fold(sought)].join(' ');
    const owner = this.#searches.owner();
    const known = await this.#searches.find(key);
    if (known) return { host, places: known };
    // The same words may be on their way already.
    let search = this.#searching.get(key);
    if (!search) {
      this.#requireAllowed(setting);
      if (this.#waiting >= waitAtMost) {
        throw mapError('rate-limited', 'geocoder-busy', 'Too many searches wait.');
      }
      search = this.#inTurn(async () => {
        const read = readAddresses(setting.kind, await this.#ask(setting, url));
        if (read === null) throw notOf(setting);
        await this.#searches.keep(key, read, owner);
        return read;
      }).finally(() => this.#searching.delete(key));
      this.#searching.set(key, search);
    }
    return { host, places: await search };
  }

  /**
   * The street, district and town at a place that a person looks at; null where the server may not
   * be asked, does not answer or knows nothing there. Never rejects.
   */
  async where(point: Place): Promise<Where | null> {
    const setting = this.#options.setting();
    const url = setting && reverseGeocoderAddress(setting, point);
    if (setting?.namesPositions !== true || url === null) return null;
    const square = [point.latitude, point.longitude].map((at) => Math.round(at / grain));
    const key = [setting.kind, setting.address, ...square].join(' ');
    const owner = this.#places.owner();
    const known = await this.#places.find(key);
    if (known !== undefined) return known;
    const isResting = this.#options.clock.monotonic() < this.#restUntil;
    if (isResting || this.#waiting >= placesWaitAtMost) return null;
    try {
      this.#requireAllowed(setting);
      return await this.#inTurn(async () => {
        const names = readPlaceNames(setting.kind, await this.#ask(setting, url), point);
        if (names === undefined) throw notOf(setting);
        await this.#places.keep(key, names, owner);
        return names;
      });
    } catch {
      // The nearest town is shown instead; a search by hand says what is wrong with the server.
      this.#restUntil = this.#options.clock.monotonic() + restAfterFault;
      return null;
    }
  }

  /** What is kept of the answers. */
  async kept(): Promise<KeptAnswersUse> {
    const all = [...(await this.#searches.all()), ...(await this.#places.all())];
    const oldest = all.reduce((least, { at }) => Math.min(least, at), Infinity);
    const bytes = all.reduce((sum, answer) => sum + JSON.stringify(answer).length, 0);
    return { answers: all.length, bytes, oldest: all.length === 0 ? null : oldest };
  }

  /** Deletes all answers that are kept. */
  async forget(): Promise<KeptAnswersUse> {
    await Promise.all([this.#searches.forget(), this.#places.forget()]);
    return this.kept();
  }

  #requireAllowed(setting: GeocoderSetting): void {
    if (this.#options.workOffline.isOn) throw new FleetdeskError(workOfflineError);
    this.#requireNoPause(setting);
  }

  #requireNoPause({ address }: GeocoderSetting): void {
    const { until, address: paused } = this.#pause ?? { until: 0, address: '' };
    if (paused !== address || until <= this.#options.clock.now()) return;
    const message = 'The server asked to wait.';
    throw mapError('rate-limited', 'geocoder-busy', message, { retryAt: until });
  }

  async #ask(setting: GeocoderSetting, url: string): Promise<string> {
    this.#requireAllowed(setting);
    try {
      const answer = await askMapServer(
        {
          ...{ url, isPrivate: setting.isPrivate, headers: { accept: 'application/json' } },
          ...{ timeout: longestAnswer, maxBytes: largestAnswer },
        },
        this.#options,
      );
      if (answer.status !== 200) throw refusalOf(answer, this.#options.clock);
      return new TextDecoder().decode(answer.body);
    } catch (caught) {
      const { reason, ...error } = FleetdeskError.from(caught);
      if (error.retryAt !== undefined) {
        this.#pause = { address: setting.address, until: error.retryAt };
      }
      const own = reason && (reasons[reason] ?? reason);
      throw new FleetdeskError({ ...error, ...(own && { reason: own }) }, { cause: caught });
    }
  }

  /** One request at a time, and a second between two. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const run = this.#lastTurn.then(work).finally(() => {
      this.#waiting -= 1;
    });
    const pause = () =>
      new Promise<void>((resolve) => this.#options.clock.after(betweenRequests, resolve));
    this.#lastTurn = run.then(pause, pause);
    return run;
  }
}

function notOf({ kind }: GeocoderSetting): FleetdeskError {
  return mapError('bad-response', 'geocoder-answer', `The answer is not one of ${kind}.`);
}
