import {
  VISITS_AT_MOST,
  type Alert,
  type AlertChange,
  type AlertCursor,
  type AlertFilter,
  type AlertPage,
  type SeenVisit,
  type VisitsWanted,
} from '@contract/alerts';
import type { Zone } from '@contract/zones';
import type { Store } from '../ports/store';
import { alertsCsvHead, alertsCsvLines } from './alerts-csv';
import { changedAlert } from './open-alerts';
import type { TableOptions } from './table-text';
import { visitsCsv } from './visits-csv';

/** What the history needs. */
export interface AlertHistoryOptions {
  store: Pick<Store, 'alerts' | 'findAlerts' | 'assignees' | 'visits' | 'records' | 'commit'>;
  /** The connection's time zone. */
  timeZone: () => string;
  zones: { find(ids: null): Promise<Zone[]> };
}

/** Alerts that are read at once where all that a filter finds is gone through. */
const PAGE = 200;

/** What was found, as the store has it: read page by page, never all of it in memory. */
export class AlertHistory {
  readonly #options: AlertHistoryOptions;

  constructor(options: AlertHistoryOptions) {
    this.#options = options;
  }

  /** A page of the alerts that a filter finds, the newest first. */
  find(filter: AlertFilter, after: AlertCursor | null, limit: number): Promise<AlertPage> {
    return this.#options.store.findAlerts(filter, after, limit);
  }

  /** One alert; null where it is gone. */
  async get(id: string): Promise<Alert | null> {
    const [alert = null] = await this.#options.store.alerts([id]);
    return alert;
  }

  /**
   * Does with alerts what a person wants; answers how many that changed.
   * @param tell hears of those that changed, once they are kept
   */
  async change(
    { alerts, ...change }: AlertChange,
    by: { at: number; by: string },
    tell: (changed: readonly Alert[]) => Promise<void>,
  ): Promise<number> {
    const { store } = this.#options;
    let count = 0;
    const found = 'ids' in alerts ? [await store.alerts(alerts.ids)] : this.#pages(alerts.filter);
    for await (const page of found) {
      const changed = page.flatMap((alert) => changedAlert(alert, change, by) ?? []);
      if (changed.length === 0) continue;
      await store.commit([{ kind: 'alerts', alerts: changed }]);
      count += changed.length;
      await tell(changed);
    }
    return count;
  }

  /** What a filter finds as a table, the newest first. */
  async table(filter: AlertFilter): Promise<string> {
    let text = alertsCsvHead();
    for await (const alerts of this.#pages(filter)) {
      text += alertsCsvLines(alerts, await this.#tableOf(alerts));
    }
    return text;
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

  /** The same as a table, the newest first. */
  async visitTable(wanted: VisitsWanted): Promise<string> {
    const { visits } = await this.visits(wanted);
    const zones = await this.#options.zones.find(null);
    const names = new Map(zones.map(({ id, name }) => [id, name]));
    return visitsCsv(visits.reverse(), {
      ...(await this.#tableOf(visits)),
      zoneNameOf: (id) => names.get(id) ?? null,
    });
  }

  /** What a table of rows about vehicles needs beside them. */
  async #tableOf(rows: readonly { readonly vehicleId: string }[]): Promise<TableOptions> {
    const { store, timeZone } = this.#options;
    const keys = [...new Set(rows.map(({ vehicleId }) => vehicleId))];
    const vehicles = await store.records('vehicles', keys);
    const plates = new Map(vehicles.map(({ key, fields }) => [key, fields['plate']]));
    return {
      timeZone: timeZone(),
      plateOf: (id) => {
        const plate = plates.get(id);
        return typeof plate === 'string' ? plate : null;
      },
    };
  }

  async *#pages(filter: AlertFilter): AsyncGenerator<Alert[]> {
    for (let after: AlertCursor | null = null; ;) {
      const page: AlertPage = await this.find(filter, after, PAGE);
      yield page.alerts;
      if (page.next === null) return;
      after = page.next;
    }
  }
}
