import type { Alert } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { Store } from '@core/ports/store';

/** Rules and alerts that a store holds from before. */
export interface AlertSeeds {
  rules?: readonly AlertRule[];
  alerts?: readonly Alert[];
}

/** Keeps rules and alerts as main does. */
export async function seedAlerts(store: Store, { rules = [], alerts = [] }: AlertSeeds) {
  await store.commit(rules.map((rule) => ({ kind: 'rule' as const, rule })));
  if (alerts.length > 0) await store.commit([{ kind: 'alerts', alerts: [...alerts] }]);
}

/** What rules of tests have in common. */
const common = {
  ...{ isOn: true, vehicles: { kind: 'all' }, hours: null },
  ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
} as const satisfies Partial<AlertRule>;

/** A speed limit everywhere, and a watch for silence. */
export const officeRules: readonly AlertRule[] = [
  { ...common, id: 'fast', name: 'Too fast', kind: 'speed', limit: 80, zones: null },
  { ...common, id: 'quiet', name: 'No signal', kind: 'silence', minutes: null },
];

/** An open alert about speed, with changes. */
export function alertOf(id: string, at: number, more: Partial<Alert> = {}): Alert {
  return {
    ...{ id, ruleId: 'fast', ruleName: 'Too fast', kind: 'speed' },
    ...{ vehicleId: 'veh000000000000', at, fixAt: at, foundAt: at + 240_000, endedAt: null },
    place: { latitude: -23.55, longitude: -46.63 },
    figures: { speed: 96, limit: 80 },
    ...{ checkedEvery: 40, isAfterOutage: false, acknowledged: null, note: '', assignedTo: null },
    ...more,
  };
}
