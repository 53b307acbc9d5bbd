import { z } from 'zod';
import { FleetdeskError, type ErrorReason } from '@contract/errors';
import { fold } from '@contract/folding';
import { geocoderAddress, type FoundAddresses, type GeocoderSetting } from '@contract/geocoder';
import { foundPlaceSchema, type FoundPlace } from '@contract/place-search';
import { reportFault } from '../faults';
import {
  askMapServer,
  mapError,
  refusalOf,
  type FetchOptions,
} from '../map-sources/ask-map-server';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';
import { readAddresses } from './read-addresses';

const fileName = 'found-addresses.json';
const day = 24 * 60 * 60 * 1000;

/** Answers are kept for so long, milliseconds, and so many of them. */
const keptFor = 30 * day;
const keptAtMost = 200;

/** Milliseconds between two requests: the policy of the public servers allows one a second. */
const betweenRequests = 1_000;

/** So many searches wait at most; one more is refused. */
const waitAtMost = 5;

/** A server that does not answer for so many ms counts as silent. */
const longestAnswer = 10_000;
const largestAnswer = 1024 * 1024;

const keptSchema = z.object({
  version: z.literal(1),
  answers: z.array(
    z.object({ key: z.string(), at: z.number(), places: z.array(foundPlaceSchema) }),
  ),
});

type Kept = z.infer<typeof keptSchema>['answers'];

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

/** What the address search stands on. */
export interface GeocoderOptions extends FetchOptions {
  readonly files: Files;
  /** The server that a person chose; null where they chose none. */
  setting(): GeocoderSetting | null;
}

/**
 * Asks the server of the settings for addresses: one request a second, at most, and never one that
 * was answered within 30 days.
 */
export class Geocoder {
  readonly #options: GeocoderOptions;
  #kept: Promise<Kept> | null = null;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** Until then, epoch milliseconds, the server is left alone, as it asked. */
  #pause: { address: string; until: number } | null = null;

  constructor(options: GeocoderOptions) {
    this.#options = options;
  }

  /**
   * What the server finds for these words.
   * @throws FleetdeskError with a reason that begins with `geocoder-`
   */
  async find(words: string): Promise<FoundAddresses> {
    const setting = this.#options.setting();
    if (setting === null) throw mapError('invalid-request', 'geocoder-off', 'No server is chosen.');
    const { hostname: host } = new URL(geocoderAddress(setting, 'q'));
    const key = [setting.kind, setting.address, fold(words.trim())].join(' ');
    const known = (await this.#answers()).find((each) => each.key === key);
    if (known) return { host, places: known.places };
    this.#requireNoPause(setting);
    if (this.#waiting >= waitAtMost) {
      throw mapError('rate-limited', 'geocoder-busy', 'Too many searches wait.');
    }
    const places = await this.#inTurn(() => this.#ask(setting, words.trim()));
    await this.#keep({ key, at: this.#options.clock.now(), places });
    return { host, places };
  }

  #requireNoPause({ address }: GeocoderSetting): void {
    const { until, address: paused } = this.#pause ?? { until: 0, address: '' };
    if (paused !== address || until <= this.#options.clock.now()) return;
    const message = 'The server asked to wait.';
    throw mapError('rate-limited', 'geocoder-busy', message, { retryAt: until });
  }

  async #ask(setting: GeocoderSetting, words: string): Promise<FoundPlace[]> {
    this.#requireNoPause(setting);
    try {
      const answer = await askMapServer(
        {
          url: geocoderAddress(setting, words),
          isPrivate: setting.isPrivate,
          headers: { accept: 'application/json' },
          timeout: longestAnswer,
          maxBytes: largestAnswer,
        },
        this.#options,
      );
      if (answer.status !== 200) throw refusalOf(answer, this.#options.clock);
      const places = readAddresses(setting.kind, new TextDecoder().decode(answer.body));
      if (places) return places;
    } catch (caught) {
      const { reason, ...error } = FleetdeskError.from(caught);
      if (error.retryAt !== undefined) {
        this.#pause = { address: setting.address, until: error.retryAt };
      }
      const own = reason && (reasons[reason] ?? reason);
      throw new FleetdeskError({ ...error, ...(own && { reason: own }) }, { cause: caught });
    }
    throw mapError('bad-response', 'geocoder-answer', `The answer is not one of ${setting.kind}.`);
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

  /** Answers that are young enough. A file that can't be read costs nothing but requests. */
  async #answers(): Promise<Kept> {
    const youngest = this.#options.clock.now() - keptFor;
    this.#kept ??= this.#options.files
      .read(fileName)
      .then((stored) => (stored === null ? [] : (readStored(keptSchema, stored)?.answers ?? [])));
    return (await this.#kept).filter(({ at }) => at > youngest);
  }

  async #keep(answer: Kept[number]): Promise<void> {
    const others = (await this.#answers()).filter(({ key }) => key !== answer.key);
    const answers = [answer, ...others].slice(0, keptAtMost);
    this.#kept = Promise.resolve(answers);
    const stored = `${JSON.stringify({ version: 1, answers })}\n`;
    await this.#options.files.write(fileName, stored).catch((fault: unknown) => {
      reportFault('found addresses could not be kept', fault);
    });
  }
}
