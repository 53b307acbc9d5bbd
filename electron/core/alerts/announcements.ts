import { z } from 'zod';
import type { Alert, Announcement } from '@contract/alerts';
import { Feed } from '../feed';
import type { Store, StoreChange } from '../ports/store';
import { readStored } from '../stored-json';
import type { JudgedWriter } from '../zones/judged-writer';
import { Announcer, type AnnouncerOptions } from './announcer';

/** What announcements need. */
export interface AnnouncementsOptions extends Omit<AnnouncerOptions, 'tell'> {
  store: Pick<Store, 'judged' | 'alerts'>;
  writer: Pick<JudgedWriter, 'add'>;
  /** The outage that an alert happened in; null for none. */
  outageOf(alert: Alert): string | null;
  /** Writes at once what waits to be written, after the changes before it. */
  settle(): Promise<void>;
  onFault: (fault: unknown) => void;
}

/** How the names begin under which the store keeps which alerts are still to be announced. */
const WAITING = 'announce/';
const waitingSchema = z.object({ outage: z.string().nullable() });

/**
 * Announces alerts, each once, also where the app is killed while a group or a summary waits: what
 * is still to be announced is kept in one transaction with the alerts, and forgotten just before it
 * is announced.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  readonly #announcer: Announcer;
  readonly #feed = new Feed<Announcement>('announcements of alerts');
  /** The outages of alerts that are being written. */
  readonly #outages = new Map<string, string | null>();
  /** Alerts that are announced, or never will be: their rows are to be removed. */
  readonly #done = new Set<string>();

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
    this.#announcer = new Announcer({
      ...options,
      tell: (announcement, alerts) => {
        this.#tell(announcement, alerts);
      },
    });
    options.writer.add(() => this.#forgotten());
  }

  subscribe(listener: (announcement: Announcement) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** What is to be written together with new alerts. */
  changesOf(alerts: readonly Alert[]): StoreChange[] {
    return alerts.flatMap((alert): StoreChange[] => {
      if (!this.#announcer.isTold(alert)) return [];
      const outage = this.#options.outageOf(alert);
      this.#outages.set(alert.id, outage);
      const body = JSON.stringify({ outage });
      return [{ kind: 'judged', name: `${WAITING}${alert.id}`, body }];
    });
  }

  /** Announces alerts that were written. */
  announce(alerts: readonly Alert[]): void {
    const prompt: Alert[] = [];
    const late = new Map<string, Alert[]>();
    for (const alert of alerts) {
      const outage = this.#outages.get(alert.id) ?? null;
      this.#outages.delete(alert.id);
      if (outage === null) prompt.push(alert);
      else late.set(outage, [...(late.get(outage) ?? []), alert]);
    }
    this.#announcer.announce(prompt);
    for (const [outage, each] of late) this.#announcer.summarize(outage, each);
  }

  /** Announces what an earlier run had found and not announced. */
  async load(): Promise<void> {
    const rows = await this.#options.store.judged(WAITING);
    if (rows.size === 0) return;
    const outages = new Map<string, string | null>();
    for (const [name, body] of rows) {
      const outage = readStored(waitingSchema, body)?.outage ?? null;
      outages.set(name.slice(WAITING.length), outage);
    }
    const alerts = await this.#options.store.alerts([...outages.keys()]);
    const open = alerts.filter((alert) => alert.acknowledged === null);
    const waiting = new Set(open.map(({ id }) => id));
    for (const id of outages.keys()) if (!waiting.has(id)) this.#done.add(id);
    this.#announcer.resume(open, (alert) => outages.get(alert.id) ?? null);
  }

  /** Announces nothing more; what waits is announced by the next run. */
  stop(): void {
    this.#announcer.stop();
  }

  #tell(announcement: Announcement | null, alerts: readonly Alert[]): void {
    for (const { id } of alerts) this.#done.add(id);
    // Also where that failed: to hear of an alert twice after a kill is better than never.
    void this.#options
      .settle()
      .catch(this.#options.onFault)
      .then(() => {
        if (announcement !== null) this.#feed.publish(announcement);
      });
  }

  #forgotten(): StoreChange[] {
    const changes = [...this.#done].map((id): StoreChange => {
      return { kind: 'judged', name: `${WAITING}${id}`, body: null };
    });
    this.#done.clear();
    return changes;
  }
}
