import type { Alert, RuleView } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { LiveVehicle } from '@contract/fixes';
import type { VehicleLabels } from '@contract/vehicle-labels';
import type { Zone } from '@contract/zones';
import type { Clock } from '../ports/clock';
import { crossingsByVehicle } from '../zones/zone-watch';
import type { JudgedVehicles, Zones } from '../zones/zones';
import { AlertInterest } from './alert-interest';
import type { Measures } from './conditions';
import type { Findings } from './findings';
import { judgeLook, type Begun } from './judge-look';
import { LookPace } from './look-pace';
import type { Outages } from './outages';
import { RuleWatch } from './rule-watch';

/** What vehicles are judged by. */
export interface VehicleJudgeOptions {
  clock: Clock;
  zones: Pick<Zones, 'staysOf' | 'get' | 'index'> & { snapshot(): { zones: Zone[] } };
  live: {
    /** How often a vehicle's device usually reports, milliseconds; null while unknown. */
    usualIntervalOf(id: string): number | null;
    /** Vehicles that are to be looked at more often. */
    setOnAlert(vehicleIds: Iterable<string>): void;
  };
  labels: () => VehicleLabels;
  limits: () => Measures['limits'];
  /** The connection's time zone. */
  timeZone: () => string;
}

/** Judges each look at a vehicle by the rules that watch it. */
export class VehicleJudge {
  readonly #options: VehicleJudgeOptions;
  readonly #findings: Findings;
  readonly #outages: Outages;
  readonly #pace = new LookPace();
  readonly #watch: RuleWatch;
  readonly #interest: AlertInterest;
  #startedAt = -Infinity;

  /**
   * @param findings where what is judged goes
   * @param outages hear of every look
   */
  constructor(options: VehicleJudgeOptions, findings: Findings, outages: Outages) {
    const { labels, zones } = options;
    this.#options = options;
    this.#findings = findings;
    this.#outages = outages;
    this.#interest = new AlertInterest(zones.index);
    this.#watch = new RuleWatch({
      ...{ labels, pace: this.#pace },
      zones: () => zones.snapshot().zones,
    });
  }

  /** Whether vehicles joined or left since {@link rules} was asked last. */
  get isFleetOther(): boolean {
    return this.#watch.isOther;
  }

  /** Looks before now were made by an earlier run. */
  start(): void {
    this.#startedAt = this.#options.clock.now();
  }

  /** What rules name is looked up again. */
  renew(rules: readonly AlertRule[]): void {
    this.#watch.renew(rules);
  }

  /** The rules as screens show them, with how often their vehicles are looked at. */
  rules(): RuleView[] {
    return this.#watch.views(this.#options.clock.monotonic());
  }

  /** Judges vehicles that were looked at, and forgets those that left the fleet. */
  judge({ vehicles, removed, crossings }: JudgedVehicles): void {
    for (const id of removed) {
      this.#findings.remove(id);
      this.#pace.forget(id);
      this.#watch.leave(id);
      this.#interest.forget(id);
    }
    for (const vehicle of vehicles) {
      this.#watch.join(vehicle.vehicleId);
      this.#noteLook(vehicle);
    }
    const crossed = crossingsByVehicle(crossings);
    for (const vehicle of vehicles) {
      this.#judgeVehicle(vehicle, crossed.get(vehicle.vehicleId) ?? []);
    }
  }

  /**
   * The next look comes sooner at what is about to give an alert, or is under an open one.
   * @param underAlert vehicles with open alerts
   */
  attend(underAlert: Iterable<string>): void {
    this.#options.live.setOnAlert(this.#interest.vehicles(underAlert));
  }

  #noteLook({ vehicleId, lookedAt }: LiveVehicle): void {
    if (lookedAt === null) return;
    const now = this.#options.clock.monotonic();
    const isFirst = !this.#pace.isKnown(vehicleId);
    // The last look of an earlier run is shown first.
    if (isFirst && lookedAt < this.#startedAt) {
      this.#outages.recall(lookedAt);
      return;
    }
    if (!this.#pace.note(vehicleId, lookedAt, now)) return;
    if (!this.#outages.look()) return;
    this.#pace.reset();
    this.#pace.note(vehicleId, lookedAt, now);
  }

  #judgeVehicle(vehicle: LiveVehicle, crossings: JudgedVehicles['crossings']): void {
    const { vehicleId } = vehicle;
    const { zones, live, limits, timeZone, clock } = this.#options;
    const stays = zones.staysOf(vehicleId);
    const rules = this.#watch.of(vehicleId);
    const usual = live.usualIntervalOf(vehicleId);
    const before = this.#findings.of(vehicleId);
    // Most offices have fewer rules than vehicles: nothing is kept of those that none watches.
    if (rules.length === 0 && before === null) return;
    const judging = { vehicle, crossings, usual, stays, rules };
    const judged = judgeLook(before, judging, { timeZone: timeZone(), limits: limits() });
    if (judged === null) return;
    const begun = judged.begun.map((each) => this.#alertOf(each, vehicle));
    this.#findings.take(vehicleId, judged.state, begun, judged.ended);
    const checkedEvery = this.#pace.secondsOf(vehicleId, clock.monotonic());
    this.#interest.note({ vehicle, state: judged.state, stays, rules, checkedEvery });
  }

  #alertOf({ id, rule, at, endedAt, figures }: Begun, { vehicleId, fix }: LiveVehicle): Alert {
    const { clock, zones } = this.#options;
    const { latitude = null, longitude = null } = fix ?? {};
    const zone = figures.zoneId === undefined ? undefined : zones.get(figures.zoneId);
    return {
      ...{ id, ruleId: rule.id, ruleName: rule.name, kind: rule.kind, vehicleId },
      ...{ at, fixAt: fix?.at ?? at, foundAt: clock.now(), endedAt },
      place: latitude === null || longitude === null ? null : { latitude, longitude },
      figures: { ...figures, ...(zone && { zoneName: zone.name }) },
      checkedEvery: this.#pace.secondsOf(vehicleId, clock.monotonic()),
      isAfterOutage: this.#outages.before(at) !== null,
      ...{ acknowledged: null, note: '', assignedTo: null },
    };
  }
}
