import type { AlertRule, WatchedVehicles, WatchedZones } from '@contract/alert-rules';
import type { RuleProblem } from '@contract/rules/rule-faults';
import { labeledOf, type VehicleLabels } from '@contract/vehicle-labels';
import type { Zone } from '@contract/zones';

/** A rule with what it names looked up. */
export interface WatchedRule {
  readonly rule: AlertRule;
  /** Null for all. */
  readonly vehicles: ReadonlySet<string> | null;
  /** Null for everywhere. */
  readonly zones: ReadonlySet<string> | null;
}

/** A rule with its zones looked up. @param vehicles those that it watches, see {@link vehiclesOf} */
export function watchedRule(
  rule: AlertRule,
  vehicles: ReadonlySet<string> | null,
  known: readonly Zone[],
): WatchedRule {
  const zones = 'zones' in rule && rule.zones !== null ? zonesOf(rule.zones, known) : null;
  return { rule, vehicles, zones };
}

/** Whether a rule watches a vehicle. */
export function doesWatch({ rule, vehicles }: WatchedRule, vehicleId: string): boolean {
  return rule.isOn && (vehicles === null || vehicles.has(vehicleId));
}

/** The vehicles that a rule names, also by their tags and groups; null for all. */
export function vehiclesOf(
  watched: WatchedVehicles,
  labels: VehicleLabels,
): ReadonlySet<string> | null {
  if (watched.kind === 'all') return null;
  const wanted = new Set(watched.labelIds);
  const labeled = Object.keys(labels.vehicles).filter((key) => {
    const { tags, group } = labeledOf(labels, key);
    return (group !== null && wanted.has(group)) || tags.some((tag) => wanted.has(tag));
  });
  return new Set([...watched.vehicleIds, ...labeled]);
}

function zonesOf({ zoneIds, groups }: WatchedZones, zones: readonly Zone[]): ReadonlySet<string> {
  const ids = new Set(zoneIds);
  const wanted = new Set(groups);
  const found = zones.filter(
    ({ id, group }) => ids.has(id) || (group !== null && wanted.has(group)),
  );
  return new Set(found.map(({ id }) => id));
}

/** What keeps a rule from ever giving an alert; null for nothing. */
export function problemOf(
  { rule, vehicles, zones }: WatchedRule,
  labels: VehicleLabels,
  isVehicle: (id: string) => boolean,
): RuleProblem | null {
  if (zones?.size === 0) return 'zones-gone';
  if (rule.vehicles.kind === 'all' || vehicles === null) return null;
  if ([...vehicles].some(isVehicle)) return null;
  const { vehicleIds, labelIds } = rule.vehicles;
  const areLabels = labelIds.some((id) => labels.labels.some((label) => label.id === id));
  return vehicleIds.length === 0 && !areLabels ? 'labels-gone' : 'vehicles-gone';
}
