import { FleetdeskError } from '@contract/errors';
import type { DayAnswer, DaySummary } from '@contract/trajectories';
import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import type { DayReader } from '../ports/day-reader';
import { decodeTrajectory, decodeTrajectoryList } from '../service/decoders/trajectories';
import type { Profile } from '../service/profile';
import type { Service } from '../service/service';
import { SharedReads } from '../shared-reads';
import { DayCache } from './day-cache';
import { accOf, addDays, dayBounds, daysIn } from './day-math';
import { readDay } from './read-day';

/** What trajectories need. */
export interface TrajectoriesOptions {
  service: Service;
  clock: Clock;
  fleet: Pick<Fleet, 'vehicle' | 'mainDevices'>;
  /** The connection's zone as it is now; a changed one cuts cached days anew. */
  timeZone: () => string;
  profile: Pick<Profile, 'tracking' | 'motion' | 'trajectories'>;
  /** Reads what the service told of a day; in place, where none is given. */
  days?: DayReader;
}

/** A span of days of one vehicle, both ends included. */
export interface Span {
  vehicleId: string;
  from: string;
  to: string;
}

const LONGEST_SPAN = 31;
/** A span that is refused at this length is refused for another reason. */
const SHORTEST_SPLIT = 7;
const PAGE_SIZE = 100;
/** Today goes on while one looks at it. */
const TODAY_FRESH_FOR = 30_000;
/** Devices hand in late what they could not send: a day is final only some time after its end. */
const FINAL_AFTER = 6 * 60 * 60_000;
const UNFINISHED_FRESH_FOR = 10 * 60_000;
const LANE = 'interactive';

/** Days of vehicles, ready to be drawn and played. One for every sign-in. */
export class Trajectories {
  readonly #options: TrajectoriesOptions;
  readonly #reader: DayReader;
  readonly #cache = new DayCache();
  readonly #running = new SharedReads<DayAnswer>();
  /** Days that the service was found to list at once. */
  #longestSpan = LONGEST_SPAN;

  constructor(options: TrajectoriesOptions) {
    this.#options = options;
    this.#reader = options.days ?? { read: async (day) => Promise.resolve(readDay(day)) };
  }

  /**
   * The days with data of a span of at most 31 days, the first one first; none is an empty list.
   * @throws FleetdeskError `invalid-request` for a longer or reversed span; `cancelled`
   */
  async days(span: Span, signal?: AbortSignal): Promise<DaySummary[]> {
    const count = daysIn(span.from, span.to);
    if (!(count >= 1 && count <= LONGEST_SPAN)) {
      throw new FleetdeskError({
        code: 'invalid-request',
        message: `A span of ${count} days; 1 to ${LONGEST_SPAN} can be listed.`,
      });
    }
    if (count > this.#longestSpan) return this.#daysInHalves(span, count, signal);
    try {
      return await this.#list(span, count, signal);
    } catch (caught) {
      const { code } = FleetdeskError.from(caught);
      // "Interval too long" answers 400, at a length that the document does not give.
      if (code !== 'invalid-request' || count <= SHORTEST_SPLIT) throw caught;
      this.#longestSpan = Math.min(this.#longestSpan, count - 1);
      return this.#daysInHalves(span, count, signal);
    }
  }

  /** One day of one vehicle. @throws FleetdeskError `not-found`/`no-device`; `cancelled` */
  async day(
    { vehicleId, day }: { vehicleId: string; day: string },
    signal?: AbortSignal,
  ): Promise<DayAnswer> {
    const timeZone = this.#options.timeZone();
    const key = `${vehicleId} ${day} ${timeZone}`;
    const now = this.#options.clock.now();
    const { from, to } = dayBounds(day, timeZone);
    if (from > now) return { kind: 'no-data', summary: null };
    const cached = this.#cache.get(key);
    if (cached !== null && isFresh(cached.readAt, now, to)) return cached.answer;
    return this.#running.join(key, signal, async (shared) => {
      const answer = await this.#readDay({ vehicleId, day, timeZone }, shared);
      this.#cache.set(key, answer, now);
      return answer;
    });
  }

  async #readDay(
    { vehicleId, day, timeZone }: { vehicleId: string; day: string; timeZone: string },
    signal: AbortSignal,
  ): Promise<DayAnswer> {
    const { service, fleet, profile } = this.#options;
    const device = await fleet.mainDevices.require(vehicleId, LANE, signal);
    const options = { lane: LANE, signal } as const;
    const enterpriseId = fleet.vehicle(vehicleId)?.enterpriseId ?? null;
    const filters = { acc: { eq: accOf(day) }, did: { eq: device.id } };
    const [record, data] = await Promise.all([
      orNothing(service.call('trajectories.get', { id: vehicleId, filters }, options)),
      orNothing(
        service.call(
          'trajectories.data',
          {
            id: vehicleId,
            attributes: ['SEGMENT', 'DETAILED', 'ALARM', 'STOP'],
            filters: { ...filters, ...(enterpriseId !== null && { eid: { eq: enterpriseId } }) },
          },
          options,
        ),
      ),
    ]);
    const told =
      data === null
        ? null
        : await this.#reader.read(
            {
              vehicleId,
              day,
              timeZone,
              trajectory: record?.body,
              data: data.body,
              tracking: profile.tracking,
              gapLimit: profile.trajectories.gapSeconds * 1000,
              movingSpeed: profile.motion.movingFromKmh,
            },
            signal,
          );
    if (told !== null) return { kind: 'track', track: told };
    const summary = record === null ? null : decodeTrajectory(record.body, day).summary;
    return { kind: 'no-data', summary };
  }

  async #daysInHalves(
    { vehicleId, from, to }: Span,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<DaySummary[]> {
    const middle = addDays(from, Math.floor((count - 1) / 2));
    const [first, second] = await Promise.all([
      this.days({ vehicleId, from, to: middle }, signal),
      this.days({ vehicleId, from: addDays(middle, 1), to }, signal),
    ]);
    return [...first, ...second];
  }

  /** Pages until an empty one, one without news, or one that completes the span. */
  async #list(
    { vehicleId, from, to }: Span,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<DaySummary[]> {
    const found = new Map<string, DaySummary>();
    const filters = { fromAcc: accOf(from), toAcc: accOf(to) };
    const seen = new Set<string>();
    const options = { lane: LANE, ...(signal && { signal }) } as const;
    for (let page = 1; seen.size < count; page++) {
      const input = { id: vehicleId, filters, limit: PAGE_SIZE, page };
      const answer = await orNothing(
        this.#options.service.call('trajectories.list', input, options),
      );
      if (answer === null) break;
      const known = seen.size;
      for (const summary of decodeTrajectoryList(answer.body).days) {
        seen.add(summary.day);
        if (summary.day < from || summary.day > to) continue;
        // Two devices on one day are two records: the one that went further tells the day.
        const other = found.get(summary.day);
        if ((other?.distance ?? -1) < (summary.distance ?? 0)) found.set(summary.day, summary);
      }
      if (seen.size === known) break;
    }
    return [...found.values()].sort((a, b) => a.day.localeCompare(b.day));
  }
}

/** An answer, or null for 404: on trajectories that means "no data that day". */
async function orNothing<T>(answer: Promise<T>): Promise<{ body: T } | null> {
  try {
    return { body: await answer };
  } catch (caught) {
    if (FleetdeskError.from(caught).code === 'not-found') return null;
    throw caught;
  }
}

function isFresh(readAt: number, now: number, dayTo: number): boolean {
  const age = now - readAt;
  // Read at a moment still to come: the clock was ahead, and what it said of the day was wrong.
  if (age < 0) return false;
  if (readAt >= dayTo + FINAL_AFTER) return true;
  return age < (now < dayTo ? TODAY_FRESH_FOR : UNFINISHED_FRESH_FOR);
}
