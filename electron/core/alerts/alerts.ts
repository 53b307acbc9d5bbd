import {
  VISITS_AT_MOST,
  type Alert,
  type AlertChange,
  type AlertCursor,
  type AlertFilter,
  type AlertPage,
  type AlertsPatch,
  type AlertsSnapshot,
  type Announcement,
  type RuleView,
  type SeenVisit,
  type VisitsWanted,
} from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import { changedAlert, OpenAlerts } from './open-alerts';
import { RuleBook } from './rule-book';

/** What alerts need of the store. */
type AlertStore = Pick<
  Store,
  | ('rules' | 'alerts' | 'findAlerts' | 'openAlerts' | 'assignees')
  | ('judged' | 'visits' | 'commit')
>;

/** What alerts need. */
export interface AlertsOptions {
  store: AlertStore;
  clock: Clock;
  /** Who acknowledges, for the history. */
  user: () => string;
  onFault: (fault: unknown) => void;
}

/** Alerts that are read at once for a change of all that a filter finds. */
const PAGE = 200;

const nothing: AlertsPatch = { rules: null, changed: [], removed: [], counts: null, cost: null };

/**
 * The rules of a connection, what they found, and what a person did about it. Everything is kept
 * in the store; only what is open is held in memory.
 */
export class Alerts {
  readonly #options: AlertsOptions;
  readonly #rules: RuleBook;
  readonly #open: OpenAlerts;
  readonly #patches = new Feed<AlertsPatch>('alerts');
  readonly #announced = new Feed<Announcement>('announcements of alerts');
  /** One change after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #loaded: Promise<void> | null = null;

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#rules = new RuleBook(options.store);
    this.#open = new OpenAlerts(options.store);
  }

  /** Rules and open alerts as they are; nothing before the store has answered. */
  snapshot(): AlertsSnapshot {
    return {
      rules: this.#views(),
      open: this.#open.list(),
      counts: this.#open.counts,
      cost: { vehicles: 0, looksAMinute: null },
    };
  }

  subscribe(listener: (patch: AlertsPatch) => void): () => void {
    return this.#patches.subscribe(listener);
  }

  /** Hears what is to be told to a person who may not look at a window. */
  onAnnounced(listener: (announcement: Announcement) => void): () => void {
    return this.#announced.subscribe(listener);
  }

  /** Reads rules and open alerts. */
  start(): void {
    void this.#load().catch(this.#options.onFault);
  }

  /** Keeps a rule, in place of the one with its id. @throws FleetdeskError see `alerts.saveRule` */
  saveRule(rule: AlertRule): Promise<void> {
    return this.#inTurn(async () => {
      await this.#rules.save(rule);
      this.#patches.publish({ ...nothing, rules: this.#views() });
    });
  }

  /** Removes a rule; what it found stays. */
  removeRule(id: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#rules.remove(id);
      this.#patches.publish({ ...nothing, rules: this.#views() });
    });
  }

  /** A page of the history, the newest first. */
  find(filter: AlertFilter, after: AlertCursor | null, limit: number): Promise<AlertPage> {
    return this.#options.store.findAlerts(filter, after, limit);
  }

  /** Does with alerts what a person wants; answers how many that changed. */
  change({ alerts, ...change }: AlertChange): Promise<number> {
    return this.#inTurn(async () => {
      const { store, clock, user } = this.#options;
      const by = { at: clock.now(), by: user() };
      let count = 0;
      const apply = async (found: readonly Alert[]): Promise<void> => {
        const changed = found.flatMap((alert) => changedAlert(alert, change, by) ?? []);
        if (changed.length === 0) return;
        await store.commit([{ kind: 'alerts', alerts: changed }]);
        count += changed.length;
        await this.#tellChanged(changed);
      };
      if ('ids' in alerts) {
        await apply(await store.alerts(alerts.ids));
        return count;
      }
      for (let after: AlertCursor | null = null; ;) {
        const page: AlertPage = await store.findAlerts(alerts.filter, after, PAGE);
        await apply(page.alerts);
        if (page.next === null) return count;
        after = page.next;
      }
    });
  }

  /** Names that alerts were assigned to, those of the newest alerts first. */
  assignees(): Promise<string[]> {
    return this.#options.store.assignees();
  }

  /** Who was in which zone in a range of time. */
  async visits(wanted: VisitsWanted): Promise<{ visits: SeenVisit[]; isCut: boolean }> {
    const visits = await this.#options.store.visits(wanted, VISITS_AT_MOST + 1);
    return { visits: visits.slice(0, VISITS_AT_MOST), isCut: visits.length > VISITS_AT_MOST };
  }

  async #tellChanged(changed: readonly Alert[]): Promise<void> {
    await this.#open.take(changed);
    this.#patches.publish({ ...nothing, changed: [...changed], counts: this.#open.counts });
  }

  #views(): RuleView[] {
    return this.#rules
      .all()
      .map((rule) => ({ rule, problem: null, vehicles: 0, checkedEvery: null }));
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
    await this.#open.load();
    const { counts } = this.#open;
    this.#patches.publish({ ...nothing, rules: this.#views(), changed: this.#open.list(), counts });
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
