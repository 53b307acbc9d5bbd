import { FleetdeskError, type AppError } from '@contract/errors';
import type { TimeLimits } from '@contract/rules/intervals';
import type { OwnLimits } from '@contract/settings';
import type { DayAnswer, DaysAnswer, DaySummary } from '@contract/trajectories';
import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import type { DayReader } from './day-reader';
import type { Store } from '../ports/store';
import { decodeTrajectory, decodeTrajectoryList } from '../service/decoders/trajectories';
import type { Profile } from '../service/profile';
import type { Service } from '../service/service';
import { SharedReads } from '../shared-reads';
import { keyOf, KeptDays } from './kept-days';
import type { DayDevice, TimeSpan } from './day-devices';
import { accOf } from '../service/day-key';
import { addDays, dayBounds, daysIn } from './day-math';
import { readThresholds } from '../tracking/vehicle-status';
import { readDay, type ToldDevice } from './read-day';
import { sumOf } from './told-parts';
import { VehicleDevices, type DeviceSource } from './vehicle-devices';

/** What trajectories need. */
export interface TrajectoriesOptions {
  service: Service;
  clock: Clock;
  fleet: Pick<Fleet, 'vehicle'> & DeviceSource;
  /** Keeps the days that were read; they last as long as the app where there is none. */
  store?: Pick<Store, 'commit' | 'keptDay' | 'keptSummaries'>;
  /** The connection's zone as it is now; a changed one cuts cached days again. */
  timeZone: () => string;
  profile: Pick<Profile, 'tracking' | 'motion' | 'silence' | 'trajectories'>;
  /** Limits that a person chose instead of the profile's. */
  ownLimits?: () => OwnLimits;
  /** Reads what the service told of a day; in place, where none is given. */
  days?: DayReader;
}

/** A span of days of one vehicle, both ends included. */
export interface Span {
  vehicleId: string;
  from: string;
  to: string;
}

/** A day that is to be read, with its start and the start of the next one. */
interface WantedDay extends TimeSpan {
  vehicleId: string;
  day: string;
  timeZone: string;
}

/** What a day held, whenever it was read. */
type DayContent =
  | Pick<DayAnswer & { kind: 'track' }, 'kind' | 'track'>
  | Pick<DayAnswer & { kind: 'no-data' }, 'kind' | 'summary'>;

/** What a day held, and the devices that it was read from. */
type ToldAnswer = DayContent & { devices: readonly DayDevice[] };

const PASSING: ReadonlySet<AppError['code']> = new Set([
  'offline',
  'timeout',
  'unauthenticated',
  'rate-limited',
  'service-error',
  'bad-response',
]);
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
  readonly #devices: VehicleDevices;
  readonly #kept: KeptDays;
  readonly #running = new SharedReads<DayAnswer>();
  /** Days that the service was found to list at once. */
  #longestSpan = LONGEST_SPAN;

  constructor(options: TrajectoriesOptions) {
    this.#options = options;
    this.#reader = options.days ?? { read: async (day) => Promise.resolve(readDay(day)) };
    this.#devices = new VehicleDevices(options);
    this.#kept = new KeptDays(options.store ?? null);
  }

  /**
   * The days with data of a span of at most 31 days, the first one first; none is an empty list.
   * @throws FleetdeskError `invalid-request` for a longer or reversed span; `cancelled`
   */
  async days(span: Span, signal?: AbortSignal): Promise<DaysAnswer> {
    const readAt = this.#options.clock.now();
    const count = daysIn(span.from, span.to);
    if (!(count >= 1 && count <= LONGEST_SPAN)) {
      throw new FleetdeskError({
        code: 'invalid-request',
        message: `A span of ${count} days; 1 to ${LONGEST_SPAN} can be listed.`,
      });
    }
    try {
      return { days: await this.#days(span, count, signal), readAt, isKept: false };
    } catch (caught) {
      if (!isPassing(caught)) throw caught;
      const kept = await this.#kept.summaries(span, this.#options.timeZone());
      if (kept.readAt === null) throw caught;
      return { days: kept.days, readAt: kept.readAt, isKept: true };
    }
  }

  /** One day of one vehicle. @throws FleetdeskError `not-found`/`no-device`; `cancelled` */
  async day(
    { vehicleId, day }: { vehicleId: string; day: string },
    signal?: AbortSignal,
  ): Promise<DayAnswer> {
    const timeZone = this.#options.timeZone();
    const now = this.#options.clock.now();
    const bounds = dayBounds(day, timeZone);
    if (bounds.from > now) return { kind: 'no-data', summary: null, readAt: now, isKept: false };
    const wanted: WantedDay = { vehicleId, day, timeZone, ...bounds };
    const kept = await this.#kept.find(wanted);
    if (kept !== null && isFresh(kept.answer.readAt, now, bounds.to)) {
      const devices = JSON.stringify(await this.#devices.known(vehicleId, bounds));
      if (devices === kept.devices) return kept.answer;
    }
    return this.#running.join(keyOf(wanted), signal, async (shared) => {
      try {
        const { devices, ...content } = await this.#readDay(wanted, shared);
        const answer: DayAnswer = { ...content, readAt: now, isKept: false };
        this.#kept.keep({ vehicleId, day, timeZone, devices: JSON.stringify(devices), answer });
        return answer;
      } catch (caught) {
        // Days already seen play offline.
        if (kept === null || !isPassing(caught)) throw caught;
        return { ...kept.answer, isKept: true };
      }
    });
  }

  /** Reads a day from its devices; from others, where a new list of them says so. */
  async #readDay(wanted: WantedDay, signal: AbortSignal): Promise<ToldAnswer> {
    const devices = await this.#devices.find(wanted.vehicleId, wanted, signal);
    const told = await this.#readFrom(wanted, devices, signal);
    const isFound = told.kind === 'track' && told.track.columns.at.length > 0;
    if (isFound || !(await this.#devices.listAgain(wanted.vehicleId, signal))) {
      return { ...told, devices };
    }
    const listed = await this.#devices.known(wanted.vehicleId, wanted);
    if (listed.length === 0 || JSON.stringify(listed) === JSON.stringify(devices)) {
      return { ...told, devices };
    }
    return { ...(await this.#readFrom(wanted, listed, signal)), devices: listed };
  }

  async #readFrom(
    { vehicleId, day, timeZone }: WantedDay,
    devices: readonly DayDevice[],
    signal: AbortSignal,
  ): Promise<DayContent> {
    const { profile } = this.#options;
    const told = await Promise.all(
      devices.map((device) => this.#ask({ vehicleId, day }, device, signal)),
    );
    const withData = told.filter(
      ({ data, trajectory }) => data !== null || tellsDrives(trajectory, day),
    );
    const track =
      withData.length === 0
        ? null
        : await this.#reader.read(
            {
              vehicleId,
              day,
              timeZone,
              devices: withData,
              tracking: profile.tracking,
              limits: limitsOf(profile, this.#options.ownLimits?.()),
              movingSpeed: profile.motion.movingFromKmh,
            },
            signal,
          );
    if (track !== null) return { kind: 'track', track };
    const summaries = told.flatMap(({ trajectory }) =>
      trajectory === undefined ? [] : decodeTrajectory(trajectory, day).summary,
    );
    const [only = null] = summaries;
    return { kind: 'no-data', summary: summaries.length > 1 ? sumOf(summaries) : only };
  }

  /** What the service has of one device on a day. */
  async #ask(
    { vehicleId, day }: Pick<WantedDay, 'vehicleId' | 'day'>,
    device: DayDevice,
    signal: AbortSignal,
  ): Promise<ToldDevice> {
    const { service, fleet } = this.#options;
    const options = { lane: LANE, signal } as const;
    const enterpriseId = fleet.vehicle(vehicleId)?.enterpriseId ?? null;
    const filters = { acc: { eq: accOf(day) }, did: { eq: device.deviceId } };
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
    return { ...device, trajectory: record?.body, data: data?.body ?? null };
  }

  async #days(span: Span, count: number, signal: AbortSignal | undefined): Promise<DaySummary[]> {
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

  async #daysInHalves(
    { vehicleId, from, to }: Span,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<DaySummary[]> {
    const half = Math.floor((count - 1) / 2);
    const middle = addDays(from, half);
    const [first, second] = await Promise.all([
      this.#days({ vehicleId, from, to: middle }, half + 1, signal),
      this.#days({ vehicleId, from: addDays(middle, 1), to }, count - half - 1, signal),
    ]);
    return [...first, ...second];
  }

  /** Pages until an empty one, one without news, or one that completes the span. */
  async #list(
    { vehicleId, from, to }: Span,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<DaySummary[]> {
    const found = new Map<string, DaySummary[]>();
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
        const others = found.get(summary.day) ?? [];
        // Some services tell the same page again.
        if (others.some((other) => JSON.stringify(other) === JSON.stringify(summary))) continue;
        found.set(summary.day, [...others, summary]);
      }
      if (seen.size === known) break;
    }
    const days = Array.from(found.values(), (told) => this.#oneDay(vehicleId, told));
    return (await Promise.all(days)).sort((a, b) => a.day.localeCompare(b.day));
  }

  /**
   * A day of several records was told by several devices: one after the other, they add up; side
   * by side, the one that went further tells the day.
   */
  async #oneDay(vehicleId: string, told: readonly DaySummary[]): Promise<DaySummary> {
    const farthest = told.reduce((best, other) =>
      (best.distance ?? -1) < (other.distance ?? 0) ? other : best,
    );
    if (told.length === 1) return farthest;
    const bounds = dayBounds(farthest.day, this.#options.timeZone());
    const devices = await this.#devices.known(vehicleId, bounds);
    return devices.length === told.length ? sumOf(told) : farthest;
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

/** Whether *get trajectory* tells that the vehicle drove; then positions can't just be absent. */
function tellsDrives(body: unknown, day: string): boolean {
  if (body === undefined) return false;
  const { summary, segments, unreadSegments } = decodeTrajectory(body, day);
  return segments.length + unreadSegments > 0 || (summary.distance ?? 0) > 0;
}

function isFresh(readAt: number, now: number, dayTo: number): boolean {
  const age = now - readAt;
  // Read at a moment still to come: the clock was ahead, and what it said of the day was wrong.
  if (age < 0) return false;
  if (readAt >= dayTo + FINAL_AFTER) return true;
  return age < (now < dayTo ? TODAY_FRESH_FOR : UNFINISHED_FRESH_FOR);
}

function limitsOf(profile: TrajectoriesOptions['profile'], own?: OwnLimits): TimeLimits {
  const { live, late, parkedLate } = readThresholds(profile, own);
  return { live, late, parkedLate, gap: profile.trajectories.gapSeconds * 1000 };
}

/** Faults that say nothing of the day: the service could not be asked now, or answered in part. */
function isPassing(caught: unknown): boolean {
  const { code } = FleetdeskError.from(caught);
  return PASSING.has(code);
}
