import {
  allAlerts,
  OPEN_AT_MOST,
  type Alert,
  type AlertChange,
  type OpenCounts,
} from '@contract/alerts';
import type { Store } from '../ports/store';

/** The newest open alerts, and how many there are; the history itself stays in the store. */
export class OpenAlerts {
  readonly #store: Pick<Store, 'findAlerts' | 'openAlerts'>;
  #open = new Map<string, Alert>();
  #counts: OpenCounts = { open: 0, vehicles: {} };

  constructor(store: Pick<Store, 'findAlerts' | 'openAlerts'>) {
    this.#store = store;
  }

  get counts(): OpenCounts {
    return this.#counts;
  }

  /** The newest ones, the newest first. */
  list(): Alert[] {
    return [...this.#open.values()].sort(newestFirst);
  }

  async load(): Promise<void> {
    const filter = { ...allAlerts, state: 'open' as const };
    const { alerts } = await this.#store.findAlerts(filter, null, OPEN_AT_MOST);
    this.#open = new Map(alerts.map((alert) => [alert.id, alert]));
    this.#counts = await this.#store.openAlerts();
  }

  /** Takes alerts as they are now; those that the list has room for come back into it. */
  async take(changed: readonly Alert[]): Promise<void> {
    let isFewer = false;
    for (const alert of changed) {
      if (alert.acknowledged === null) this.#open.set(alert.id, alert);
      else if (this.#open.delete(alert.id)) isFewer = true;
    }
    this.#counts = await this.#store.openAlerts();
    if (isFewer && this.#open.size < Math.min(OPEN_AT_MOST, this.#counts.open)) {
      return this.load();
    }
    for (const { id } of this.list().slice(OPEN_AT_MOST)) this.#open.delete(id);
  }

  /** The same of alerts that the store has not taken: new ones, and others that have ended. */
  takeUnkept(begun: readonly Alert[], ended: readonly Alert[]): void {
    for (const alert of ended) if (this.#open.has(alert.id)) this.#open.set(alert.id, alert);
    const vehicles = { ...this.#counts.vehicles };
    let { open } = this.#counts;
    for (const alert of begun) {
      if (this.#open.has(alert.id) || alert.acknowledged !== null) continue;
      this.#open.set(alert.id, alert);
      vehicles[alert.vehicleId] = (vehicles[alert.vehicleId] ?? 0) + 1;
      open += 1;
    }
    this.#counts = { open, vehicles };
  }
}

/** An alert after what a person did with it; null where that changes nothing. */
export function changedAlert(
  alert: Alert,
  { isAcknowledged, note, assignedTo }: Omit<AlertChange, 'alerts'>,
  by: { at: number; by: string },
): Alert | null {
  const after = { ...alert };
  if (isAcknowledged === false) after.acknowledged = null;
  // Who acknowledged it first stays.
  if (isAcknowledged === true) after.acknowledged ??= by;
  if (note !== undefined) after.note = note;
  if (assignedTo !== undefined) after.assignedTo = assignedTo;
  return JSON.stringify(after) === JSON.stringify(alert) ? null : after;
}

function newestFirst(one: Alert, other: Alert): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}
