import type { AlertRule } from '@contract/alert-rules';
import type {
  Alert,
  AlertCursor,
  AlertFilter,
  AlertPage,
  OpenCounts,
  SeenVisit,
  VisitsWanted,
} from '@contract/alerts';

/** Steps of a commit that are about alerts and stays in zones. */
export type AlertChange =
  /** Keeps a rule of alerts, in place of the one with its id. */
  | { readonly kind: 'rule'; readonly rule: AlertRule }
  | { readonly kind: 'dropRule'; readonly id: string }
  /** Keeps alerts, in place of those with their ids. */
  | { readonly kind: 'alerts'; readonly alerts: readonly Alert[] }
  /** What was judged up to, under a name; null forgets it. */
  | { readonly kind: 'judged'; readonly name: string; readonly body: string | null }
  /** Keeps stays in zones, in place of those that began at the same moment. */
  | { readonly kind: 'visits'; readonly visits: readonly SeenVisit[] };

/** What the store holds of alerts and stays in zones. */
export interface AlertRows {
  /** All rules of alerts; they stay as zones do. */
  rules(): Promise<AlertRule[]>;
  /** Alerts by their ids; unknown ones are left out. */
  alerts(ids: readonly string[]): Promise<Alert[]>;
  /** A page of the alerts that a filter finds, the newest first. */
  findAlerts(filter: AlertFilter, after: AlertCursor | null, limit: number): Promise<AlertPage>;
  /** How many alerts are open, in all and by vehicle. */
  openAlerts(): Promise<OpenCounts>;
  /** Names that alerts were assigned to, those of the newest alerts first. */
  assignees(): Promise<string[]>;
  /** What was judged up to, by name, of all names with a beginning. */
  judged(beginning: string): Promise<ReadonlyMap<string, string>>;
  /** Stays in zones that touch a range of time, in the order in which they began. */
  visits(wanted: VisitsWanted, limit: number): Promise<SeenVisit[]>;
}
