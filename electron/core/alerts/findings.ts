import type { Alert } from '@contract/alerts';
import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { Store, StoreChange } from '../ports/store';
import type { JudgedWriter } from '../zones/judged-writer';
import type { Ended, JudgedVehicle, Lasting } from './judge-look';
import { readJudged, RULES_JUDGED, writeJudged } from './kept-judged';

/** What was written. */
export interface Written {
  /** New alerts. */
  readonly begun: readonly Alert[];
  /** Alerts that were known and are over. */
  readonly ended: readonly Alert[];
  /** False where the store took nothing yet. */
  readonly isKept: boolean;
}

const MINUTE = 60_000;

/**
 * What was judged of each vehicle, and what came of it and is not written yet. Both go to the store
 * in one transaction.
 */
export class Findings {
  readonly #store: Pick<Store, 'judged' | 'alerts'>;
  readonly #writer: JudgedWriter;
  readonly #clock: Clock;
  readonly #states = new Map<string, JudgedVehicle>();
  readonly #unwritten = new Set<string>();
  #begun = new Map<string, Alert>();
  #ended = new Map<string, Ended>();

  constructor(store: Pick<Store, 'judged' | 'alerts'>, writer: JudgedWriter, clock: Clock) {
    this.#store = store;
    this.#writer = writer;
    this.#clock = clock;
    writer.add(() => this.#takeUnwritten());
    writer.holdWhile(() => this.isWaiting);
  }

  /** Whether something was found that is not on its way to the store. */
  get isWaiting(): boolean {
    return this.#begun.size + this.#ended.size > 0;
  }

  async load(): Promise<void> {
    await inSlices(this.#clock, await this.#store.judged(RULES_JUDGED), ([name, body]) => {
      const state = readJudged(body);
      if (state !== null) this.#states.set(name.slice(RULES_JUDGED.length), state);
    });
  }

  /** What was judged of a vehicle; null for nothing. */
  of(vehicleId: string): JudgedVehicle | null {
    return this.#states.get(vehicleId) ?? null;
  }

  /** Takes what a look at a vehicle brought. */
  take(
    vehicleId: string,
    state: JudgedVehicle,
    begun: readonly Alert[],
    ended: readonly Ended[],
  ): void {
    const before = this.#states.get(vehicleId);
    this.#states.set(vehicleId, state);
    if (before === undefined || !areSame(before, state)) this.#unwritten.add(vehicleId);
    for (const alert of begun) this.#begun.set(alert.id, alert);
    for (const each of ended) this.#ended.set(each.alertId, each);
  }

  /** A rule watches for something else now, or is gone: what lasts of it is over. */
  endRule(ruleId: string): void {
    for (const [vehicleId, { lasting, ...state }] of [...this.#states]) {
      const known = lasting.get(ruleId);
      if (known === undefined) continue;
      const left = new Map(lasting);
      left.delete(ruleId);
      const ended = endOf(known, state.fixAt);
      this.take(vehicleId, { ...state, lasting: left }, [], ended);
    }
  }

  /** A vehicle has left the fleet. */
  remove(vehicleId: string): void {
    const state = this.#states.get(vehicleId);
    if (state === undefined) return;
    for (const known of state.lasting.values()) {
      for (const ended of endOf(known, state.fixAt)) this.#ended.set(ended.alertId, ended);
    }
    this.#states.delete(vehicleId);
    this.#unwritten.add(vehicleId);
  }

  /**
   * Writes what was found, with what was judged up to then.
   * @param alongside what is to be written together with new alerts
   */
  async write(alongside: (begun: readonly Alert[]) => readonly StoreChange[]): Promise<Written> {
    const known = new Map<string, Alert | null>();
    // Read first: what is judged meanwhile is written with it or after it, never without its alerts.
    for (;;) {
      const missing = [...this.#ended.keys(), ...this.#begun.keys()].filter((id) => !known.has(id));
      if (missing.length === 0) break;
      for (const id of missing) known.set(id, null);
      for (const alert of await this.#store.alerts(missing)) known.set(alert.id, alert);
    }
    // One that is there already, as where what was judged is lost, stays as people left it.
    const begun = new Map([...this.#begun].filter(([id]) => !known.get(id)));
    const over = this.#ended;
    this.#begun = new Map();
    this.#ended = new Map();
    const ended: Alert[] = [];
    for (const [id, end] of over) {
      const young = begun.get(id);
      const alert = young ?? known.get(id);
      if (!alert) continue;
      if (young === undefined) ended.push(endedAlert(alert, end));
      else begun.set(id, endedAlert(alert, end));
    }
    const alerts = [...begun.values(), ...ended];
    const isKept = await this.#writer.write([
      ...(alerts.length === 0 ? [] : [{ kind: 'alerts' as const, alerts }]),
      ...alongside([...begun.values()]),
    ]);
    return { begun: [...begun.values()], ended, isKept };
  }

  #takeUnwritten(): StoreChange[] {
    const changes = [...this.#unwritten].map((vehicleId): StoreChange => {
      const state = this.#states.get(vehicleId);
      const body = state === undefined ? null : writeJudged(state);
      return { kind: 'judged', name: `${RULES_JUDGED}${vehicleId}`, body };
    });
    this.#unwritten.clear();
    return changes;
  }
}

/** The end of what lasts at a moment; nothing where it is over already. */
function endOf({ alertId, peak, overAt }: Lasting, at: number): Ended[] {
  return overAt === undefined ? [{ alertId, at, peak }] : [];
}

/** Crossings come with a newer fix alone. */
function areSame(one: JudgedVehicle, other: JudgedVehicle): boolean {
  if (one.fixAt !== other.fixAt || one.lasting.size !== other.lasting.size) return false;
  return [...one.lasting].every(([ruleId, { alertId, peak, overAt }]) => {
    const same = other.lasting.get(ruleId);
    return same?.alertId === alertId && same.peak === peak && same.overAt === overAt;
  });
}

function endedAlert(alert: Alert, { at, peak }: Ended): Alert {
  const endedAt = at === null ? null : Math.max(at, alert.at);
  const { minutes, limit, speed } = alert.figures;
  const figures = { ...alert.figures };
  // How long it lasted in all is known now.
  if (minutes !== undefined && endedAt !== null) {
    figures.minutes = Math.round((limit ?? 0) + (endedAt - alert.at) / MINUTE);
  }
  if (peak !== undefined) figures.speed = Math.max(peak, speed ?? peak);
  return { ...alert, endedAt, figures };
}
