import type { Fix, LiveVehicle } from '@contract/fixes';
import { CLOCK_TOLERANCE } from '@contract/rules/clock-offset';
import {
  learnInterval,
  NO_INTERVALS,
  seeInterval,
  unknownInterval,
  usualSeen,
  type IntervalLimits,
  type ReportingInterval,
  type SeenIntervals,
} from '@contract/rules/looks';
import { motionOf } from '@contract/rules/motion';
import type { MainDevice } from '../fleet/main-devices';
import { inSlices, partsOf } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { StoredFix } from '../ports/kept-tracks';
import type { TrackingRecord } from '../service/decoders/tracking';
import { BatteryMeaning } from './battery-meaning';
import { BelievedPlace } from './believed-place';
import type { LearnedDevice } from './learned-devices';
import { isUndated, ReportDates } from './report-dates';
import { sinceOf } from './state-since';
import type { Trails } from './trails';
import { connectionOf, staleAtOf, type StatusThresholds } from './vehicle-status';

/** Reports closer together than this are not told apart; rarer ones are asked for all the same. */
const LIMITS: IntervalLimits = { least: 5_000, mostMoving: 2 * 60_000, mostStill: 5 * 60_000 };

/** Fixes of an earlier run that are taken in one go: a millisecond's worth. */
const REMEMBERED_AT_ONCE = 2_000;

/** Of a device that is not known better. */
const UNKNOWN = unknownInterval(LIMITS);

interface Entry {
  live: LiveVehicle;
  /** For the schedule: bounded, and the shortest that may be. */
  interval: ReportingInterval;
  /** For the limits of *late* and *silent*. */
  seen: SeenIntervals;
  /** Made with the first report of a run: most of a large fleet are not looked at for hours. */
  reports: { dates: ReportDates; place: BelievedPlace } | null;
  /** The fix that an earlier run saw last, and by how much the clock was ahead then; until a report. */
  kept: { fix: Fix; offset: number } | null;
  /** The device that was known last, also while there is none. */
  deviceId: string | null;
  /** The device of which an earlier run learned what is known; null where none did. */
  learnedOf: string | null;
  /** What is shown came from another device: whatever the present one reports is newer. */
  isOfOtherDevice: boolean;
}

/** What live states need. */
export interface LiveVehiclesOptions {
  thresholds: StatusThresholds;
  trails: Pick<Trails, 'takeLearned' | 'add'>;
  clock: Clock;
  /** Nothing is guessed without. */
  batteries?: BatteryMeaning;
}

/** The live state of every vehicle, and how answers of the service change it. */
export class LiveVehicles {
  #thresholds: StatusThresholds;
  readonly #trails: Pick<Trails, 'takeLearned' | 'add'>;
  readonly #clock: Clock;
  readonly #batteries: BatteryMeaning;
  readonly #entries = new Map<string, Entry>();
  /** Newest fixes of an earlier run, of vehicles that have not come in yet. */
  readonly #remembered = new Map<string, StoredFix>();
  /** Vehicles of whose devices more is known than is kept. */
  readonly #learned = new Set<string>();

  constructor(options: LiveVehiclesOptions) {
    this.#thresholds = options.thresholds;
    this.#trails = options.trails;
    this.#clock = options.clock;
    this.#batteries = options.batteries ?? new BatteryMeaning(false);
  }

  /** Takes other limits, and answers the vehicles whose state is another by them. */
  useThresholds(thresholds: StatusThresholds): string[] {
    this.#thresholds = thresholds;
    const changed: string[] = [];
    for (const [id, entry] of this.#entries) {
      const { fix, motion, lookedAt } = entry.live;
      const usual = usualSeen(entry.seen)[motion === 'moving' ? 'moving' : 'still'];
      const connection = connectionOf(fix, motion, lookedAt, thresholds, usual);
      if (connection === entry.live.connection) continue;
      entry.live = { ...entry.live, connection };
      changed.push(id);
    }
    return changed;
  }

  /** Every vehicle's live state. */
  all(): LiveVehicle[] {
    return Array.from(this.#entries.values(), ({ live }) => live);
  }

  /** A vehicle's live state. */
  get(id: string): LiveVehicle | null {
    return this.#entries.get(id)?.live ?? null;
  }

  /** Takes a vehicle in; false where it is known already. */
  add(id: string): boolean {
    if (this.#entries.has(id)) return false;
    const live: LiveVehicle = {
      vehicleId: id,
      fix: null,
      motion: 'unknown',
      connection: 'never',
      lookedAt: null,
      staleAt: null,
      association: 'unknown',
      device: null,
    };
    const entry: Entry = {
      live,
      ...newDevice(),
      deviceId: null,
      learnedOf: null,
      isOfOtherDevice: false,
    };
    this.#entries.set(id, entry);
    this.#restore(id, entry);
    return true;
  }

  /** Lets a vehicle go; its trail stays as long as all others. */
  remove(id: string): void {
    this.#entries.delete(id);
  }

  /** The same as {@link remember}, some at a time. */
  async rememberAll(fixes: readonly StoredFix[]): Promise<void> {
    await inSlices(this.#clock, partsOf(fixes, REMEMBERED_AT_ONCE), (part) => this.remember(part));
  }

  /** Takes the newest fixes of an earlier run, for vehicles that come in from now on. */
  remember(fixes: readonly StoredFix[]): void {
    for (const kept of fixes) this.#remembered.set(kept.vehicleId, kept);
  }

  /**
   * Takes the newest fixes of an earlier run, as old as they are, for vehicles that are here or
   * come in later; answers those that are here and of which nothing newer is known.
   */
  recall(fixes: readonly StoredFix[]): string[] {
    this.remember(fixes);
    return fixes.flatMap(({ vehicleId }) => {
      const entry = this.#entries.get(vehicleId);
      return entry !== undefined && this.#restore(vehicleId, entry) ? [vehicleId] : [];
    });
  }

  /** What was learned of devices and not taken yet, by vehicle; null: nothing is known now. */
  takeLearned(most = Infinity): Map<string, LearnedDevice | null> {
    const learned = new Map<string, LearnedDevice | null>();
    for (const id of this.#learned) {
      if (learned.size >= most) break;
      this.#learned.delete(id);
      const entry = this.#entries.get(id);
      if (entry !== undefined) learned.set(id, learnedDevice(entry));
    }
    return learned;
  }

  /** What was learned of the devices of these vehicles could not be kept. */
  learnedAgain(vehicleIds: Iterable<string>): void {
    for (const id of vehicleIds) this.#learned.add(id);
  }

  /** Milliseconds between two reports of a vehicle, as far as they were learned. */
  intervalOf(id: string): number {
    const entry = this.#entries.get(id);
    if (entry === undefined) return LIMITS.least;
    return entry.live.motion === 'moving' ? entry.interval.moving : entry.interval.still;
  }

  /** The same as the limits of *late* and *silent* take it; null while too little is known. */
  usualIntervalOf(id: string): number | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    return usualSeen(entry.seen)[entry.live.motion === 'moving' ? 'moving' : 'still'];
  }

  /** The main device was learned or has changed. */
  setDevice(id: string, { association, device, isStandIn }: MainDevice): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (device !== null && device.id !== entry.deviceId) {
      const before = entry.deviceId ?? entry.learnedOf;
      const isSwapped = before !== null && before !== device.id;
      if (before !== device.id) this.#learned.add(id);
      if (isSwapped) Object.assign(entry, newDevice(), { isOfOtherDevice: true });
      entry.deviceId = device.id;
    }
    const live = { ...entry.live, association, device };
    delete live.isStandIn;
    entry.live = isStandIn ? { ...live, isStandIn } : live;
  }

  /** The service told a position. */
  take(id: string, record: TrackingRecord): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#learned.add(id);
    const { receivedAt } = record;
    const known = entry.isOfOtherDevice ? null : entry.live.fix;
    const { dates, place } = reportsOf(entry);
    const { fix: told, isRepeated } = dates.date(record);
    // Nor does a fix hide another that has no time of its own, or one of a time to come.
    const isKnownDated = known !== null && !isUndated(known);
    const isPossible = known !== null && known.at <= receivedAt + CLOCK_TOLERANCE;
    if (isPossible && isKnownDated && told.at < known.at) {
      this.#trails.add(id, told, receivedAt);
      return this.#look(entry, known, receivedAt);
    }
    const fix = isRepeated ? told : place.judge(told);
    if (isPossible && isKnownDated && !isUndated(fix)) this.#learn(entry, known, fix, receivedAt);
    this.#trails.add(id, fix, receivedAt);
    entry.isOfOtherDevice = false;
    dates.show(fix);
    this.#look(entry, this.#batteries.read(place.drawn(fix)), receivedAt);
  }

  /** The service answered that there is no position. @param lookedAt epoch milliseconds */
  takeNothing(id: string, lookedAt: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#learned.add(id);
    this.#look(entry, entry.live.fix, lookedAt);
    const { shown } = reportsOf(entry).dates;
    if (shown !== null) this.#trails.add(id, shown, lookedAt);
  }

  /** The service refused its position, or which device tells it; false where that is known. */
  refuse(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.live.isRefused === true) return false;
    entry.live = { ...entry.live, isRefused: true };
    return true;
  }

  #restore(id: string, entry: Entry): boolean {
    const kept = this.#remembered.get(id);
    if (kept === undefined) return false;
    this.#remembered.delete(id);
    if (entry.live.lookedAt !== null) return false;
    const learned = this.#trails.takeLearned(id);
    if (learned !== null) {
      entry.interval = learned.interval;
      entry.seen = isEmpty(learned.seen) ? NO_INTERVALS : learned.seen;
      // The present device is mostly known by now; of another one nothing was learned.
      const areKnown = entry.deviceId !== null && learned.deviceId !== null;
      if (areKnown && entry.deviceId !== learned.deviceId) {
        Object.assign(entry, newDevice(), { isOfOtherDevice: true });
      }
      entry.learnedOf = learned.deviceId;
    }
    const offset = entry.isOfOtherDevice ? 0 : (learned?.offset ?? 0);
    entry.kept = { fix: kept.fix, offset };
    entry.reports = null;
    const place = new BelievedPlace();
    place.restore(kept.fix);
    const drawn = place.drawn(kept.fix);
    this.#look(entry, drawn, kept.lookedAt);
    // Of another fix it would leave out what happened since.
    if (learned?.since !== undefined && learned.since.fixAt === drawn?.at) {
      const { at, isAtLeast } = learned.since;
      entry.live = { ...entry.live, since: { at, isAtLeast } };
    }
    // A start knows nothing new of most: they need not be written.
    if (isSameLearned(learned, learnedDevice(entry))) this.#learned.delete(id);
    else this.#learned.add(id);
    const now = this.#clock.now();
    // Looked at in times to come, by the clock: nobody knows how long ago that was.
    if (kept.lookedAt > now) entry.live = { ...entry.live, staleAt: now };
    return true;
  }

  /** A look brought the fix known already, or a newer one: both tell how often one comes. */
  #learn(entry: Entry, known: Fix, fix: Fix, lookedAt: number): void {
    const seen = {
      before: known.at,
      after: fix.at,
      lookedAt,
      wasMoving: entry.live.motion === 'moving',
      isMoving: motionOf(fix, this.#thresholds.movingSpeed) === 'moving',
    };
    entry.interval = learnInterval(entry.interval, seen, LIMITS);
    entry.seen = seeInterval(entry.seen, seen, entry.live.lookedAt ?? known.at);
  }

  #look(entry: Entry, fix: LiveVehicle['fix'], lookedAt: number): void {
    const motion = motionOf(fix, this.#thresholds.movingSpeed);
    const usual = usualSeen(entry.seen)[motion === 'moving' ? 'moving' : 'still'];
    const offset = offsetOf(entry);
    const since = sinceOf(entry.live, fix, motion);
    const live = { ...entry.live };
    delete live.isRefused;
    delete live.clockOffset;
    delete live.since;
    entry.live = {
      ...live,
      fix,
      motion,
      connection: connectionOf(fix, motion, lookedAt, this.#thresholds, usual),
      lookedAt,
      staleAt: staleAtOf(lookedAt, this.#thresholds),
      ...(offset !== 0 && { clockOffset: offset }),
      ...(since && { since }),
    };
  }
}

/** What is known of the device of a vehicle; null for nothing. */
function learnedDevice(entry: Entry): LearnedDevice | null {
  const { live, interval, seen, deviceId, learnedOf } = entry;
  const { fix, since } = live;
  const { moving, still } = seen;
  const offset = offsetOf(entry);
  if (offset === 0 && isEmpty(seen) && since === undefined) return null;
  return {
    // Where this run does not know the device yet, it is the one of the run before.
    ...{ deviceId: deviceId ?? learnedOf, offset, interval },
    seen: { moving: [...moving], still: [...still] },
    ...(fix && since && { since: { fixAt: fix.at, ...since } }),
  };
}

/** Of the same vehicle, where no report came between: what else there is was taken over. */
function isSameLearned(kept: LearnedDevice | null, known: LearnedDevice | null): boolean {
  if (kept === null || known === null) return kept === known;
  return (
    kept.deviceId === known.deviceId &&
    kept.offset === known.offset &&
    kept.since?.fixAt === known.since?.fixAt &&
    kept.since?.at === known.since?.at
  );
}

/** What is known of a device of which nothing was heard yet. */
function newDevice(): Pick<Entry, 'interval' | 'seen' | 'reports' | 'kept'> {
  return { interval: UNKNOWN, seen: NO_INTERVALS, reports: null, kept: null };
}

/** What the reports of a device are read by, on from what an earlier run kept. */
function reportsOf(entry: Entry): NonNullable<Entry['reports']> {
  if (entry.reports !== null) return entry.reports;
  const reports = { dates: new ReportDates(), place: new BelievedPlace() };
  if (entry.kept !== null) {
    reports.dates.restore(entry.kept.fix, entry.kept.offset);
    reports.place.restore(entry.kept.fix);
  }
  entry.kept = null;
  entry.reports = reports;
  return reports;
}

/** Milliseconds by which the device's clock is ahead. */
function offsetOf({ reports, kept }: Entry): number {
  return reports?.dates.offset ?? kept?.offset ?? 0;
}

function isEmpty({ moving, still }: SeenIntervals): boolean {
  return moving.length + still.length === 0;
}
