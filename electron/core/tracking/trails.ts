import type { Fix, Trail } from '@contract/fixes';
import type { KeptDays } from '@contract/settings';
import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { StoredFix } from '../ports/kept-tracks';
import type { Store, StoreChange } from '../ports/store';
import { Retention } from '../store/retention';
import { isDoubtful } from './believed-place';
import { readLearned, type LearnedDevice, type LearnedNews } from './learned-devices';
import { isUndated } from './report-dates';

type TrailPoint = Trail['points'][number];

/** What trails need. */
export interface TrailsOptions {
  store: Store;
  clock: Clock;
  /** What is learned of devices; it is kept with the fixes. */
  learned?: LearnedNews;
  /** How long what is kept stays; as at a first start, where nobody can choose. */
  keptDays?: () => KeptDays;
}

interface Newest {
  /** Time of the newest fix. */
  at: number;
  /** Time of the fix that came last, and the look of it that is kept. */
  last: { at: number; lookedAt: number };
}

/** Fixes are written together, so that the disk is not busy with each of them. */
const WRITE_AFTER = 15_000;
const WRITE_AGAIN_AFTER = 60_000;
/** What was learned of devices changes slowly. */
const LEARNED_AGAIN_AFTER = 5 * 60_000;
/** Vehicles of which it is written together: some milliseconds' worth. */
const LEARNED_AT_ONCE = 500;
/** A fix that is only seen again is written no more often than this. */
const SEEN_AGAIN_AFTER = 60_000;
/** Fixes that wait while the store takes none; the oldest give way. */
const MOST_WAITING = 50_000;
/** How far back the trail on the map goes, and how many positions it has. */
const SHOWN_FOR = 24 * 60 * 60_000;
const MOST_SHOWN = 4_000;

/**
 * Where vehicles were seen: every fix goes into the store, in batches, and is read from there
 * together with what is not written yet.
 */
export class Trails {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #retention: Retention;
  readonly #learned: LearnedNews | null;
  #learnedWrittenAt = -Infinity;
  /** By vehicle, as it is kept; each goes once it was asked for. */
  #keptLearned = new Map<string, string>();
  /** By vehicle and time of the fix. */
  readonly #waiting = new Map<string, Map<number, StoredFix>>();
  /** Looks that only saw again what is kept; they are written with the last batch. */
  readonly #seenAgain = new Map<string, StoredFix>();
  readonly #newest = new Map<string, Newest>();
  #waitingCount = 0;
  /** The newest time that a device told, epoch milliseconds. */
  #newestTrusted: number | null = null;
  #cancel: (() => void) | null = null;
  #isStopped = false;

  constructor(options: TrailsOptions) {
    this.#retention = new Retention({ ...options, newestTold: () => this.#newestTrusted });
    this.#store = options.store;
    this.#clock = options.clock;
    this.#learned = options.learned ?? null;
  }

  /**
   * What an earlier run learned of the device of a vehicle, told once; nothing before {@link start}
   * has answered.
   */
  takeLearned(vehicleId: string): LearnedDevice | null {
    const body = this.#keptLearned.get(vehicleId);
    this.#keptLearned.delete(vehicleId);
    return body === undefined ? null : readLearned(body);
  }

  /** The newest fix of every vehicle, as earlier runs kept it; from now on old ones are removed. */
  async start(): Promise<StoredFix[]> {
    this.#isStopped = false;
    const [fixes, learned] = await Promise.all([
      this.#store.newestFixes().catch(() => []),
      this.#store.learned().catch(() => new Map<string, string>()),
    ]);
    this.#keptLearned = new Map(learned);
    await inSlices(this.#clock, fixes, ({ vehicleId, fix, lookedAt }) => {
      this.#trust(fix);
      if (this.#newest.has(vehicleId)) return;
      this.#newest.set(vehicleId, { at: fix.at, last: { at: fix.at, lookedAt } });
    });
    // It was just read, and writing is not for the first minutes.
    if (fixes.length > 0) this.#learnedWrittenAt = this.#clock.monotonic();
    if (!this.#isStopped) this.#retention.start();
    return fixes;
  }

  /** A vehicle was looked at, at `lookedAt`, and this is its fix. */
  add(vehicleId: string, fix: Fix, lookedAt: number): void {
    const kept = { vehicleId, fix, lookedAt };
    this.#trust(fix);
    const known = this.#newest.get(vehicleId);
    const since = lookedAt - (known?.last.lookedAt ?? -Infinity);
    if (known?.last.at === fix.at && since >= 0 && since < SEEN_AGAIN_AFTER) {
      this.#seenAgain.set(vehicleId, kept);
      return;
    }
    this.#seenAgain.delete(vehicleId);
    const at = Math.max(fix.at, known?.at ?? -Infinity);
    this.#newest.set(vehicleId, { at, last: { at: fix.at, lookedAt } });
    this.#wait(kept);
    this.#writeSoon(WRITE_AFTER);
  }

  /** Where a vehicle was seen in the day before its newest fix, oldest first. */
  async read(vehicleId: string): Promise<Trail> {
    const now = this.#clock.now();
    // The clock here may be ahead of the devices' or behind it: the earlier one finds the trail.
    const since = Math.min(this.#newest.get(vehicleId)?.at ?? now, now) - SHOWN_FOR;
    // What waits now may be written, and waits no more, by the time that is answered.
    const waited = [...(this.#waiting.get(vehicleId)?.values() ?? [])];
    const written = await this.#store.trail(vehicleId, since);
    const fixes = new Map(written.map(({ fix }) => [fix.at, fix]));
    for (const { fix } of [...waited, ...(this.#waiting.get(vehicleId)?.values() ?? [])]) {
      if (fix.at >= since) fixes.set(fix.at, fix);
    }
    const points = [...fixes.values()]
      .sort((one, other) => one.at - other.at)
      .flatMap((fix): TrailPoint[] => {
        const { at, latitude, longitude } = fix;
        if (latitude === null || longitude === null) return [];
        return [{ at, latitude, longitude, ...(isDoubtful(fix) && { isImplausible: true }) }];
      });
    return { vehicleId, points: points.slice(-MOST_SHOWN) };
  }

  /** What is kept too long by now is removed in a minute, in which a person can still change it. */
  renewRetention(): void {
    if (!this.#isStopped) this.#retention.restart();
  }

  /** Writes what waits; nothing is written on its own from then on. */
  stop(): void {
    this.#isStopped = true;
    this.#retention.stop();
    for (const kept of this.#seenAgain.values()) this.#wait(kept);
    this.#seenAgain.clear();
    this.#cancel?.();
    this.#cancel = null;
    void this.#write();
  }

  #writeSoon(delay: number): void {
    this.#cancel ??= this.#clock.after(delay, () => {
      this.#cancel = null;
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    const fixes = [...this.#waiting.values()].flatMap((ofVehicle) => [...ofVehicle.values()]);
    if (fixes.length === 0) return;
    this.#waiting.clear();
    this.#waitingCount = 0;
    const learned = this.#isLearnedDue() ? this.#takeLearned() : undefined;
    try {
      await this.#store.commit([{ kind: 'fixes', fixes }, ...asChange(learned)]);
    } catch {
      for (const kept of fixes) this.#wait(kept);
      if (learned !== undefined) this.#learned?.putBack(learned.keys());
      if (!this.#isStopped) this.#writeSoon(WRITE_AGAIN_AFTER);
    }
  }

  /** Of a large fleet some at a time: the others come with the next writing. */
  #takeLearned(): ReturnType<LearnedNews['take']> | undefined {
    const most = this.#isStopped ? Infinity : LEARNED_AT_ONCE;
    const learned = this.#learned?.take(most);
    if (learned !== undefined && learned.size >= most) this.#learnedWrittenAt = -Infinity;
    return learned;
  }

  /** What was learned is written now and then, and at the end. */
  #isLearnedDue(): boolean {
    const now = this.#clock.monotonic();
    const isDue = this.#isStopped || now - this.#learnedWrittenAt >= LEARNED_AGAIN_AFTER;
    if (isDue) this.#learnedWrittenAt = now;
    return isDue;
  }

  #wait(kept: StoredFix): void {
    const { vehicleId, fix } = kept;
    const ofVehicle = this.#waiting.get(vehicleId) ?? new Map<number, StoredFix>();
    this.#waiting.set(vehicleId, ofVehicle);
    if (!ofVehicle.has(fix.at)) this.#waitingCount += 1;
    ofVehicle.set(fix.at, kept);
    if (this.#waitingCount > MOST_WAITING) this.#dropOldest();
  }

  #dropOldest(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [vehicleId, ofVehicle] = first;
    this.#waitingCount -= ofVehicle.size;
    this.#waiting.delete(vehicleId);
  }

  /** A time that the device did not tell is the clock's here, and that one may be wrong. */
  #trust(fix: Fix): void {
    if (isUndated(fix)) return;
    this.#newestTrusted = Math.max(fix.at, this.#newestTrusted ?? -Infinity);
  }
}

function asChange(learned: ReturnType<LearnedNews['take']> | undefined): StoreChange[] {
  if (learned === undefined || learned.size === 0) return [];
  const devices = new Map(
    Array.from(learned, ([id, each]) => [id, each === null ? null : JSON.stringify(each)] as const),
  );
  return [{ kind: 'learned', devices }];
}
