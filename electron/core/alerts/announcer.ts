import type { Alert, Announcement } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { Clock } from '../ports/clock';

/** What announcing needs. */
export interface AnnouncerOptions {
  clock: Clock;
  rule: (id: string) => AlertRule | undefined;
  /** Whether nobody wants to be disturbed now. */
  isDoNotDisturb: () => boolean;
  /**
   * An announcement of these alerts; null where none of them is to be announced any more, as where
   * their rules are gone.
   */
  tell: (announcement: Announcement | null, alerts: readonly Alert[]) => void;
}

/** So many alerts are announced one by one within {@link WINDOW}; more of them together. */
const SINGLE_AT_MOST = 5;
const WINDOW = 60_000;
/** What an outage brings is announced once nothing came for this time, or after the longest time. */
const SUMMARY_AFTER = 15_000;
const SUMMARY_AT_LATEST = 120_000;
/** What an earlier run left is announced once the app has started. */
const RESUMED_AFTER = 15_000;
/** Found so long ago, what an earlier run left is no reason for a sound. */
const OLD_AFTER = 15 * 60_000;
/** Alerts that an announcement holds itself. */
const SHOWN = 10;

interface Summary {
  alerts: Alert[];
  since: number;
  cancel: () => void;
}

/**
 * Announces alerts: each at once, unless there are many. A storm is announced as one group a
 * minute, and what an outage brings as one summary without a sound.
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  /** When single ones were announced, by the monotonic clock. */
  #singles: number[] = [];
  #groupedAt = -Infinity;
  #waiting: Alert[] = [];
  #cancelGroup: (() => void) | null = null;
  #cancelResumed: () => void = () => undefined;
  readonly #summaries = new Map<string, Summary>();

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Whether its rule announces what it finds. */
  isTold({ ruleId }: Alert): boolean {
    const rule = this.#options.rule(ruleId);
    return rule !== undefined && (rule.isNotified || rule.hasSound);
  }

  /** Tells of alerts that were just found. */
  announce(alerts: readonly Alert[]): void {
    for (const alert of alerts) {
      if (this.isTold(alert)) this.#announceOne(alert);
    }
  }

  /** Tells of what was found after an outage. @param id of the outage */
  summarize(id: string, alerts: readonly Alert[]): void {
    if (alerts.length === 0) return;
    const { clock } = this.#options;
    const now = clock.monotonic();
    const known = this.#summaries.get(id);
    known?.cancel();
    const summary: Summary = known ?? { alerts: [], since: now, cancel: () => undefined };
    // One that was announced already waits again for what comes later.
    if (known !== undefined && now - known.since > SUMMARY_AT_LATEST) summary.since = now;
    summary.alerts.push(...alerts);
    const delay = Math.min(SUMMARY_AFTER, summary.since + SUMMARY_AT_LATEST - now);
    summary.cancel = clock.after(delay, () => {
      this.#tellIfTold(id, 'summary', summary.alerts);
    });
    this.#summaries.set(id, summary);
  }

  /** Tells what an earlier run left: together, and what an outage brought as its summary. */
  resume(alerts: readonly Alert[], outageOf: (alert: Alert) => string | null): void {
    const now = this.#options.clock.now();
    const isOld = ({ foundAt }: Alert): boolean => Math.abs(now - foundAt) >= OLD_AFTER;
    const prompt = alerts.filter((alert) => outageOf(alert) === null);
    const old = prompt.filter(isOld);
    const late = new Map<string, Alert[]>();
    for (const alert of alerts) {
      const outage = outageOf(alert);
      if (outage !== null) late.set(outage, [...(late.get(outage) ?? []), alert]);
    }
    this.#cancelResumed = this.#options.clock.after(RESUMED_AFTER, () => {
      this.#tellTogether(prompt.filter((alert) => !isOld(alert)));
      if (old[0] !== undefined) this.#tellIfTold(`earlier ${old[0].id}`, 'summary', old);
      for (const [id, each] of late) this.#tellIfTold(id, 'summary', each);
    });
  }

  /** Tells nothing more. */
  stop(): void {
    this.#cancelGroup?.();
    this.#cancelResumed();
    for (const { cancel } of this.#summaries.values()) cancel();
    this.#summaries.clear();
  }

  #announceOne(alert: Alert): void {
    const now = this.#options.clock.monotonic();
    this.#singles = this.#singles.filter((at) => at > now - WINDOW);
    const isStorm =
      this.#singles.length >= SINGLE_AT_MOST ||
      this.#waiting.length > 0 ||
      now - this.#groupedAt < WINDOW;
    if (!isStorm) {
      this.#singles.push(now);
      this.#publish(alert.id, 'single', [alert]);
      return;
    }
    this.#waiting.push(alert);
    const from = Math.max(this.#singles[0] ?? -Infinity, this.#groupedAt);
    const delay = Math.max(0, Number.isFinite(from) ? from + WINDOW - now : WINDOW);
    this.#cancelGroup ??= this.#options.clock.after(delay, () => {
      this.#tellGroup();
    });
  }

  #tellGroup(): void {
    const alerts = this.#waiting;
    this.#waiting = [];
    this.#cancelGroup = null;
    this.#groupedAt = this.#options.clock.monotonic();
    this.#singles = [];
    this.#tellTogether(alerts);
  }

  #tellTogether(alerts: readonly Alert[]): void {
    const [first] = alerts;
    if (first === undefined) return;
    if (alerts.length === 1) this.#tellIfTold(first.id, 'single', alerts);
    else this.#tellIfTold(`group ${first.id}`, 'group', alerts);
  }

  #tellIfTold(id: string, kind: Announcement['kind'], alerts: readonly Alert[]): void {
    if (alerts.some((alert) => this.isTold(alert))) this.#publish(id, kind, alerts);
    else this.#options.tell(null, alerts);
  }

  #publish(id: string, kind: Announcement['kind'], alerts: readonly Alert[]): void {
    const isQuiet = this.#options.isDoNotDisturb();
    const rules = alerts
      .flatMap(({ ruleId }) => this.#options.rule(ruleId) ?? [])
      .filter(({ ignoresDoNotDisturb }) => !isQuiet || ignoresDoNotDisturb);
    const moments = alerts.map(({ at }) => at);
    const announcement = {
      id,
      kind,
      alerts: [...alerts].sort((one, other) => other.at - one.at).slice(0, SHOWN),
      count: alerts.length,
      from: moments.reduce((least, at) => Math.min(least, at), Infinity),
      to: moments.reduce((most, at) => Math.max(most, at), -Infinity),
      byRule: counted(alerts, ({ ruleId }) => ruleId).map(([ruleId, { first, count }]) => ({
        ...{ ruleId, name: first.ruleName, count },
      })),
      byVehicle: counted(alerts, ({ vehicleId }) => vehicleId).map(([vehicleId, { count }]) => ({
        ...{ vehicleId, count },
      })),
      isNotified: rules.some(({ isNotified }) => isNotified),
      hasSound: kind !== 'summary' && rules.some(({ hasSound }) => hasSound),
    };
    this.#options.tell(announcement, alerts);
  }
}

/** How many there are of each, the most first. */
function counted(
  alerts: readonly Alert[],
  nameOf: (alert: Alert) => string,
): [string, { first: Alert; count: number }][] {
  const counts = new Map<string, { first: Alert; count: number }>();
  for (const alert of alerts) {
    const known = counts.get(nameOf(alert));
    if (known === undefined) counts.set(nameOf(alert), { first: alert, count: 1 });
    else known.count += 1;
  }
  return [...counts].sort(([, one], [, other]) => other.count - one.count);
}
