import {
  type Alert,
  type AlertChange,
  type AlertCost,
  type AlertsPatch,
  type AlertsSnapshot,
  type Announcement,
  type OpenCounts,
} from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import { likenessOf } from '@contract/rules/rule-faults';
import { Feed } from '../feed';
import type { Store } from '../ports/store';
import { untilLoaded } from '../until-loaded';
import type { JudgedWriter } from '../zones/judged-writer';
import type { JudgedVehicles, Zones } from '../zones/zones';
import { AlertHistory } from './alert-history';
import { Announcements } from './announcements';
import { Findings } from './findings';
import { OpenAlerts } from './open-alerts';
import { Outages } from './outages';
import { RuleBook } from './rule-book';
import { RuleNews, type RuleState } from './rule-news';
import { VehicleJudge, type VehicleJudgeOptions } from './vehicle-judge';

/** What alerts need of the store. */
type AlertStore = Pick<
  Store,
  | ('rules' | 'alerts' | 'findAlerts' | 'openAlerts' | 'assignees')
  | ('judged' | 'visits' | 'records' | 'commit')
>;

/** What alerts need of live tracking. */
type AlertLive = VehicleJudgeOptions['live'] & { alertCost(): AlertCost };

/** What alerts need. */
export interface AlertsOptions extends VehicleJudgeOptions {
  store: AlertStore;
  writer: JudgedWriter;
  zones: VehicleJudgeOptions['zones'] & Pick<Zones, 'onJudged' | 'subscribe' | 'find'>;
  live: AlertLive;
  /** Whether the connection to the service is down. */
  link: { isDown(): boolean; subscribe(listener: () => void): () => void };
  /** Who acknowledges, for the history. */
  user: () => string;
  /** Whether nobody wants to be disturbed now. */
  isDoNotDisturb: () => boolean;
  onFault: (fault: unknown) => void;
}

/** What was judged is written at least this often where it brought nothing. */
const WRITE_AFTER = 10_000;

const nothing: AlertsPatch = { rules: null, changed: [], removed: [], counts: null, cost: null };

/**
 * The rules of a connection, what they found, and what a person did about it. Vehicles are judged
 * as they are looked at, whether a window is open or not. Everything is kept in the store; only
 * what is open is held in memory.
 */
export class Alerts {
  /** What was found, as the store has it. */
  readonly history: AlertHistory;
  readonly #options: AlertsOptions;
  readonly #rules: RuleBook;
  readonly #open: OpenAlerts;
  readonly #findings: Findings;
  readonly #vehicles: VehicleJudge;
  readonly #ruleNews: RuleNews;
  readonly #outages: Outages;
  readonly #announcements: Announcements;
  readonly #patches = new Feed<AlertsPatch>('alerts');
  /** What was judged before the rules were read. */
  #early: JudgedVehicles[] = [];
  #isLoaded = false;
  /** One change after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #loaded: Promise<void> | null = null;
  #isFlushing = false;
  #releases: (() => void)[] = [];

  constructor(options: AlertsOptions) {
    const { store, clock, writer } = options;
    this.#options = options;
    this.history = new AlertHistory(options);
    this.#rules = new RuleBook(store);
    this.#open = new OpenAlerts(store);
    this.#findings = new Findings(store, writer, clock);
    this.#outages = new Outages(clock);
    this.#vehicles = new VehicleJudge(options, this.#findings, this.#outages);
    this.#ruleNews = new RuleNews({
      clock,
      state: () => this.#ruleState(),
      publish: (state) => this.#patches.publish({ ...nothing, ...state }),
    });
    this.#announcements = new Announcements({
      ...options,
      rule: (id) => this.#rules.get(id),
      outageOf: ({ isAfterOutage, at }) =>
        isAfterOutage ? (this.#outages.before(at)?.id ?? null) : null,
      settle: () => this.#inTurn(() => this.#settle()),
    });
    // What was crossed is not written as judged before the rules are there to judge it.
    writer.holdWhile(() => this.#early.length > 0);
  }

  /** Rules and open alerts as they are; nothing before the store has answered. */
  snapshot(): AlertsSnapshot {
    return {
      ...this.#ruleState(),
      open: this.#open.list(),
      counts: this.#open.counts,
    };
  }

  /** How many alerts are open, in all and by vehicle. */
  get counts(): OpenCounts {
    return this.#open.counts;
  }

  subscribe(listener: (patch: AlertsPatch) => void): () => void {
    return this.#patches.subscribe(listener);
  }

  /** Hears what is to be announced to a person who may not look at a window. */
  onAnnounced(listener: (announcement: Announcement) => void): () => void {
    return this.#announcements.subscribe(listener);
  }

  /** Reads rules and open alerts, and judges vehicles from now on; to be called before the zones'. */
  start(): void {
    if (this.#releases.length > 0) return;
    const { zones, link } = this.#options;
    this.#vehicles.start();
    this.#outages.setDown(link.isDown());
    this.#releases = [
      zones.onJudged((judged) => {
        if (this.#isLoaded) this.#judge(judged);
        else this.#early.push(judged);
      }),
      zones.subscribe(({ changed, removed }) => {
        if (changed.length + removed.length > 0) this.renewRules();
      }),
      link.subscribe(() => {
        this.#outages.setDown(link.isDown());
      }),
    ];
    this.#releases.push(untilLoaded(() => this.#load(), this.#options));
    this.#ruleNews.start();
  }

  /** Judges nothing more; resolves once what was found is on its way to the store. */
  async stop(): Promise<void> {
    for (const release of this.#releases) release();
    this.#releases = [];
    this.#announcements.stop();
    this.#ruleNews.stop();
    try {
      await this.#inTurn(() => this.#flush());
    } catch (fault) {
      this.#options.onFault(fault);
    }
    this.#options.writer.stop();
  }

  /** Zones, tags or groups have changed: what rules name is looked up again. */
  renewRules(): void {
    this.#vehicles.renew(this.#rules.all());
    this.#ruleNews.tell();
  }

  /** Keeps a rule, in place of the one with its id. @throws FleetdeskError see `alerts.saveRule` */
  saveRule(rule: AlertRule): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.#rules.get(rule.id);
      await this.#rules.save(rule);
      const isOther = before !== undefined && likenessOf(before) !== likenessOf(rule);
      if (isOther || !rule.isOn) this.#findings.endRule(rule.id);
      this.renewRules();
      await this.#flush();
    });
  }

  /** Removes a rule; what it found stays. */
  removeRule(id: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#rules.remove(id);
      this.#findings.endRule(id);
      this.renewRules();
      await this.#flush();
    });
  }

  /** Does with alerts what a person wants; answers how many that changed. */
  change(change: AlertChange): Promise<number> {
    return this.#inTurn(() => {
      const by = { at: this.#options.clock.now(), by: this.#options.user() };
      return this.history.change(change, by, (changed) => this.#tellChanged(changed));
    });
  }

  #judge(judged: JudgedVehicles): void {
    this.#vehicles.judge(judged);
    if (this.#vehicles.isFleetOther) this.#ruleNews.tellSoon();
    if (this.#findings.isWaiting) this.#flushSoon();
    else this.#options.writer.soon(WRITE_AFTER);
    this.#attend();
  }

  #attend(): void {
    this.#vehicles.attend(Object.keys(this.#open.counts.vehicles));
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#inTurn(async () => {
      this.#isFlushing = false;
      await this.#flush();
    }).catch(this.#options.onFault);
  }

  /** People hear of an alert once it is kept: what a kill takes is found again, and announced then. */
  async #flush(): Promise<void> {
    if (!this.#findings.isWaiting) return;
    const { begun, ended, isKept } = await this.#findings.write((alerts) =>
      this.#announcements.changesOf(alerts),
    );
    try {
      if (isKept) await this.#tellChanged([...begun, ...ended]);
      else this.#tellUnkept(begun, ended);
    } finally {
      // They are kept by now and found no second time.
      this.#announcements.announce(begun);
    }
  }

  /** Writes at once what was judged, with what it brought. */
  async #settle(): Promise<void> {
    if (this.#findings.isWaiting) await this.#flush();
    else await this.#options.writer.write([]);
  }

  async #tellChanged(changed: readonly Alert[]): Promise<void> {
    await this.#open.take(changed);
    this.#tellOpen(changed);
  }

  /** The store took nothing: people see it all the same. */
  #tellUnkept(begun: readonly Alert[], ended: readonly Alert[]): void {
    this.#open.takeUnkept(begun, ended);
    this.#tellOpen([...begun, ...ended]);
  }

  #tellOpen(changed: readonly Alert[]): void {
    this.#attend();
    const { counts } = this.#open;
    const cost = this.#options.live.alertCost();
    this.#patches.publish({ ...nothing, changed: [...changed], counts, cost });
  }

  #ruleState(): RuleState {
    return { rules: this.#vehicles.rules(), cost: this.#options.live.alertCost() };
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read().catch((fault: unknown) => {
      this.#loaded = null;
      throw fault;
    });
    return this.#loaded;
  }

  async #read(): Promise<void> {
    await this.#rules.load();
    await this.#findings.load();
    await this.#open.load();
    await this.#announcements.load();
    this.#isLoaded = true;
    this.#vehicles.renew(this.#rules.all());
    this.#tellOpen(this.#open.list());
    const early = this.#early;
    this.#early = [];
    for (const judged of early) this.#judge(judged);
    this.#ruleNews.tell();
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(async () => {
      await this.#load();
      return work();
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}
