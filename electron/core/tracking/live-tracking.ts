import type { AlertCost } from '@contract/alerts';
import { FleetdeskError } from '@contract/errors';
import type { Attention, LivePatch, LiveSnapshot, LiveVehicle, Trail } from '@contract/fixes';
import type { KeptDays, OwnLimits } from '@contract/settings';
import type { FleetPatch } from '@contract/vehicles';
import type { RestPace } from '../budget/rest-pace';
import type { Fleet } from '../fleet/fleet';
import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { StoredFix } from '../ports/kept-tracks';
import type { Store } from '../ports/store';
import type { Profile } from '../service/profile';
import type { Service } from '../service/service';
import { AttentionBook } from './attention-book';
import { BatteryMeaning } from './battery-meaning';
import { FirstRound } from './first-round';
import { FreshnessScheduler } from './freshness-scheduler';
import { HeldPatches } from './held-patches';
import { LiveLane, type LiveChoice } from './live-lane';
import { LivePatches } from './live-patches';
import { LiveVehicles } from './live-vehicles';
import { LookAnswers } from './look-answers';
import { PaceMeter } from './pace-meter';
import { picturePace } from './picture-pace';
import { LIKELY_SHARE, PLAN_AGAIN_AFTER, scheduleLimits } from './schedule-limits';
import { ScheduledClaims } from './scheduled-claims';
import { ReportedPace } from './reported-pace';
import { Trails } from './trails';
import { readThresholds, type StatusThresholds } from './vehicle-status';

/** What live tracking needs. */
export interface LiveTrackingOptions {
  service: Service;
  clock: Clock;
  fleet: Fleet;
  store: Store;
  profile: Pick<Profile, 'silence' | 'motion' | 'tracking'>;
  /** What a person chose; nothing, where there are no such settings. */
  chosen?: () => OwnLimits & KeptDays;
  /** Requests a minute of the whole budget: the live lane never goes faster than these, evenly. */
  perMinute: () => number;
  /** What is left to positions while nobody is at work; null while somebody is. */
  looksAtRest?: () => RestPace | null;
}

/** A vehicle looked at within this time is not looked at again on demand. */
const REFRESH_SPACING = 5_000;

/**
 * Where the vehicles are and how sure that is. The service tells one position a request, so the
 * live lane is spent by a schedule on the vehicles that matter to somebody now. Make a new one
 * for every sign-in and `stop` it at sign-out; what was seen stays readable.
 */
export class LiveTracking {
  readonly #service: Service;
  readonly #clock: Clock;
  readonly #fleet: Fleet;
  readonly #perMinute: () => number;
  readonly #thresholds: () => StatusThresholds;
  readonly #attention = new AttentionBook();
  readonly #scheduler = new FreshnessScheduler(scheduleLimits);
  readonly #trails: Trails;
  readonly #meter = new PaceMeter();
  readonly #pace = new ReportedPace({
    scheduler: this.#scheduler,
    attention: this.#attention,
    meter: this.#meter,
    likelyRate: () => this.#likelyRate(),
    settledTerms: () => this.#scheduled.settledTerms(),
  });
  readonly #vehicles: LiveVehicles;
  readonly #patches: LivePatches;
  readonly #shown: HeldPatches;
  readonly #lane: LiveLane;
  readonly #firstRound: FirstRound;
  readonly #scheduled: ScheduledClaims;
  readonly #answers: LookAnswers;
  /** How many views were to be counted. */
  #views = 0;
  #plannedAt = -Infinity;
  #unsubscribe: (() => void)[] = [];
  #stopping: AbortController | null = null;
  #kept: Promise<StoredFix[]> | null = null;
  /** Resolves once all that an earlier run saw is shown. */
  recalled: Promise<void> = Promise.resolve();

  constructor(options: LiveTrackingOptions) {
    this.#service = options.service;
    this.#clock = options.clock;
    this.#fleet = options.fleet;
    this.#perMinute = options.perMinute;
    this.#firstRound = new FirstRound(options);
    this.#thresholds = () => readThresholds(options.profile, options.chosen?.());
    this.#trails = new Trails({
      ...options,
      learned: {
        take: (most) => this.#vehicles.takeLearned(most),
        putBack: (vehicleIds) => this.#vehicles.learnedAgain(vehicleIds),
      },
      ...(options.chosen && { keptDays: options.chosen }),
    });
    this.#vehicles = new LiveVehicles({
      thresholds: this.#thresholds(),
      trails: this.#trails,
      clock: options.clock,
      batteries: BatteryMeaning.of(options.profile),
    });
    this.#patches = new LivePatches({
      clock: options.clock,
      stateOf: (vehicleId) => this.#vehicles.get(vehicleId),
      // Half of a new view would tell a pace of neither.
      paceNews: () =>
        this.#scheduled.isUnderWay ? null : this.#pace.news(this.#clock.monotonic()),
      isAtRest: () => (options.looksAtRest?.() ?? null) !== null,
    });
    this.#shown = new HeldPatches({
      clock: options.clock,
      patches: this.#patches,
      stateOf: (vehicleId) => this.#vehicles.get(vehicleId),
      holdFor: picturePace({ ...options, attention: this.#attention, pace: this.#pace }),
    });
    this.#scheduled = new ScheduledClaims({
      attention: this.#attention,
      vehicles: this.#vehicles,
      firstRound: this.#firstRound,
      clock: options.clock,
      scheduler: this.#scheduler,
      onRenewed: () => {
        this.#weighCrowds();
        this.#patches.tellSoon();
        this.#lane.pump();
      },
    });
    this.#answers = new LookAnswers({
      ...{ clock: options.clock, fleet: options.fleet, vehicles: this.#vehicles },
      ...{ scheduler: this.#scheduler, scheduled: this.#scheduled },
      ...{ firstRound: this.#firstRound, meter: this.#meter },
      onChange: (vehicleId) => this.#patches.change(vehicleId),
      onSeen: () => this.#weighCrowds(),
    });
    this.#lane = new LiveLane({
      ...{ service: options.service, clock: options.clock, perMinute: options.perMinute },
      ...(options.looksAtRest && { looksAtRest: options.looksAtRest }),
      isOneWatched: () => this.#attention.hasChosen,
      dueAt: (now) => this.#scheduler.nextAt(now),
      choose: (now) => this.#choose(now),
      onAnswer: (vehicleId, choice, output) => this.#answers.take(vehicleId, choice, output),
      onFailure: (vehicleId, choice, error, isAnswer) =>
        this.#answers.takeFailure(vehicleId, choice, error, isAnswer),
      onGate: (isClosed) => {
        this.#meter.reset();
        this.#pace.gated(isClosed);
        this.#patches.tellSoon();
      },
    });
  }

  /** Every vehicle's live state as it is now. */
  snapshot(): LiveSnapshot {
    return { vehicles: this.#vehicles.all(), pace: this.#pace.told };
  }

  /** The live state of one vehicle; null for one that is not in the fleet. */
  stateOf(id: string): LiveVehicle | null {
    return this.#vehicles.get(id);
  }

  /** How often a vehicle's device usually reports, milliseconds; null while too little is known. */
  usualIntervalOf(id: string): number | null {
    return this.#vehicles.usualIntervalOf(id);
  }

  /** What changes from now on, at most four times a second; the answer ends it. */
  subscribe(listener: (patch: LivePatch) => void): () => void {
    return this.#patches.subscribe(listener);
  }

  /** The same for windows, which wait for it a little while nobody is at work. */
  subscribeShown(listener: (patch: LivePatch) => void): () => void {
    return this.#shown.subscribe(listener);
  }

  /** Somebody is at work again: windows show at once what waited. */
  tellShown(): void {
    this.#shown.tell();
  }

  /** Reads what an earlier run saw, so that vehicles which come in from then on have it at once. */
  readKept(): void {
    this.#kept ??= this.#trails.start().then(async (fixes) => {
      await this.#vehicles.rememberAll(fixes);
      return fixes;
    });
  }

  /** Looks at the vehicles of the fleet from now on; harmless when already started. */
  start(): void {
    if (this.#stopping !== null) return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#patches.start();
    this.#firstRound.start();
    this.#fleet.giveWayWhile(() => this.#firstRound.isUnderWay(() => this.#attention.inOrder()));
    this.#unsubscribe = [
      this.#fleet.subscribe((patch) => this.#followFleet(patch)),
      this.#fleet.mainDevices.subscribe((vehicleId) => this.#learnDevice(vehicleId)),
    ];
    this.#followFleet({ changed: this.#fleet.snapshot().vehicles, removed: [], sync: null });
    // With the main devices known first, it asks for none that is kept.
    void this.#fleet.settled.then(() => {
      if (this.#stopping === stopping) this.#lane.start();
    });
    this.recalled = this.#recall();
  }

  /** Tells what is due, some at a time: who comes later has it from the snapshot. */
  readonly tellDue = (): Promise<void> => this.#patches.tellDue();

  /** Ends all looking; what was seen stays. */
  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    this.#kept = null;
    this.#fleet.giveWayWhile(() => false);
    for (const end of this.#unsubscribe) end();
    this.#unsubscribe = [];
    this.#lane.stop();
    this.#scheduled.stop();
    this.#trails.stop();
    this.#patches.stop();
    this.#shown.tell();
  }

  /** A person chose otherwise: every state is told by the new limits at once. */
  renewChosen(): void {
    const changed = this.#vehicles.useThresholds(this.#thresholds());
    for (const id of changed) this.#patches.change(id);
    this.#scheduled.renewAll(changed);
    this.#trails.renewRetention();
  }

  /** The link is back or the session renewed: the live lane goes on now. */
  wake(): void {
    this.#lane.wake();
  }

  /** What a window shows now; replaces what it showed before. */
  attend(windowId: number, attention: Attention): void {
    this.#attention.attend(windowId, attention);
    this.#followAttention();
  }

  /** A window is gone. */
  release(windowId: number): void {
    if (this.#attention.release(windowId)) this.#followAttention();
  }

  /** Vehicles that somebody wants watched, whether shown or not; replaces those before. */
  pin(vehicleIds: Iterable<string>): void {
    this.#reweigh(this.#scheduled.pin(vehicleIds));
  }

  /** Vehicles under an alert, or about to give one, a few at most; replaces those before. */
  setOnAlert(vehicleIds: Iterable<string>): void {
    const changed = this.#scheduled.setOnAlert(vehicleIds);
    if (changed.length > 0) this.#reweigh(changed);
  }

  /** How many those are, and how many looks a minute that takes more. */
  alertCost(): AlertCost {
    const rate = this.#meter.rate(this.#clock.monotonic()) ?? this.#likelyRate();
    const { vehicles, looks } = this.#scheduled.alertCost(rate);
    return { vehicles, looksAMinute: Math.round(looks * 60_000 * 10) / 10 };
  }

  /** Where Fleetdesk saw a vehicle lately, oldest first. */
  trail(id: string): Promise<Trail> {
    return this.#trails.read(id);
  }

  /**
   * Looks at one vehicle in the lane of what a person waits for; one looked at within five
   * seconds is not asked about again. @throws FleetdeskError `not-found`/`no-device`
   */
  async refresh(id: string): Promise<void> {
    const live = this.#vehicles.get(id);
    if (live === null) {
      throw new FleetdeskError({ code: 'not-found', message: `No vehicle ${id} in the list.` });
    }
    const age = this.#clock.now() - (live.lookedAt ?? -Infinity);
    if (age >= 0 && age < REFRESH_SPACING) return;
    const signal = this.#stopping?.signal;
    const options = { lane: 'interactive', ...(signal && { signal }) } as const;
    const isHeld = this.#scheduler.hold(id);
    try {
      for (;;) {
        const device = await this.#fleet.mainDevices.require(id, options.lane, signal);
        const input = { id, deviceId: device.id };
        try {
          const record = await this.#service.call('tracking.get', input, options);
          this.#vehicles.take(id, record);
          this.#answers.settle(id);
          this.#lane.wake();
          return;
        } catch (caught) {
          if (FleetdeskError.from(caught).code !== 'not-found') throw caught;
          if (!this.#fleet.mainDevices.doubt(id)) throw caught;
        }
      }
    } finally {
      if (isHeld) this.#scheduler.giveBack(id, this.#clock.monotonic(), REFRESH_SPACING);
      this.#lane.pump();
    }
  }

  #choose(now: number): { vehicleId: string; choice: LiveChoice } | null {
    if (now - this.#plannedAt > PLAN_AGAIN_AFTER) {
      this.#plannedAt = now;
      this.#scheduler.plan(this.#meter.rate(now) ?? this.#likelyRate());
    }
    const vehicleId = this.#scheduler.take(now);
    this.#pace.chosen(now);
    return vehicleId === null ? null : { vehicleId, choice: this.#answers.next(vehicleId) };
  }

  #likelyRate(): number {
    return (this.#perMinute() * LIKELY_SHARE) / 60_000;
  }

  /** What an earlier run saw last is shown until it is looked at again, as old as it is. */
  async #recall(): Promise<void> {
    const stopping = this.#stopping;
    this.readKept();
    const fixes = (await this.#kept) ?? [];
    const recall = (kept: StoredFix): void => {
      for (const id of this.#vehicles.recall([kept])) {
        this.#firstRound.recall(id);
        this.#patches.change(id);
        this.#scheduled.renew(id);
      }
    };
    await inSlices(this.#clock, fixes, recall, () => this.#stopping === stopping);
    this.#reweigh([]);
  }

  /** A view of a large fleet is counted some at a time; a newer one takes its place. */
  #followAttention(): void {
    const turn = (this.#views += 1);
    const steps = this.#attention.count((vehicleIds) => this.#reweigh(vehicleIds));
    void inSlices(
      this.#clock,
      steps,
      () => undefined,
      () => turn === this.#views,
    );
  }

  /** Attention has moved to or from these vehicles. */
  #reweigh(vehicleIds: readonly string[]): void {
    this.#scheduled.renewAll(vehicleIds);
    if (vehicleIds.length > 0) this.#fleet.want(() => this.#attention.inOrder());
    this.#weighCrowds();
    this.#patches.tellSoon();
    this.#lane.pump();
  }

  #weighCrowds(): void {
    this.#pace.outdate();
    this.#scheduled.weighCrowds();
  }

  #followFleet({ changed, removed }: FleetPatch): void {
    let added = 0;
    for (const { id } of changed) {
      if (!this.#vehicles.add(id)) continue;
      this.#vehicles.setDevice(id, this.#fleet.mainDevices.of(id));
      this.#firstRound.add(id, this.#vehicles.get(id)?.lookedAt !== null);
      this.#scheduled.add(id);
      this.#patches.change(id);
      added++;
    }
    for (const id of removed) {
      this.#vehicles.remove(id);
      this.#scheduled.remove(id);
      this.#answers.forget(id);
      this.#firstRound.remove(id);
      this.#patches.remove(id);
    }
    if (added + removed.length > 0) this.#reweigh([]);
  }

  #learnDevice(vehicleId: string): void {
    if (this.#vehicles.get(vehicleId) === null) return;
    this.#vehicles.setDevice(vehicleId, this.#fleet.mainDevices.of(vehicleId));
    this.#scheduled.renew(vehicleId);
    this.#patches.change(vehicleId);
    this.#lane.pump();
  }
}
