import type { AlertRule } from '@contract/alert-rules';
import type { Alert, SeenVisit } from '@contract/alerts';
import type { Zone } from '@contract/zones';
import type { Store } from '@core/ports/store';
import type { Subjects } from './outbox-seeds';

const minute = 60_000;
const hour = 60 * minute;

const common = {
  ...{ isOn: true, vehicles: { kind: 'all' }, hours: null },
  ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
} as const satisfies Partial<AlertRule>;

const workingHours = { days: [1, 2, 3, 4, 5], from: 7 * 60, to: 19 * 60 };

const zone: Zone = {
  ...{ id: 'seed-depot', name: 'Depot north', color: '#2F5BD0', group: 'Depots', isShown: true },
  shape: { kind: 'circle', center: { latitude: -10.18, longitude: -48.33 }, radius: 1_200 },
};

/** A rule of most kinds. What they would find now is theirs to find: the limits are high. */
export const seededRules: readonly AlertRule[] = [
  { ...common, id: 'seed-fast', name: 'Over 110 km/h', kind: 'speed', limit: 110, zones: null },
  {
    ...{ ...common, id: 'seed-enter', name: 'Arrives at a depot', kind: 'zone-enter' },
    ...{ hasSound: false, zones: { zoneIds: [], groups: ['Depots'] } },
  },
  {
    ...{ ...common, id: 'seed-leave', name: 'Leaves at night', kind: 'zone-leave' },
    hours: { days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, to: 5 * 60 },
    zones: { zoneIds: ['seed-depot'], groups: [] },
  },
  { ...common, id: 'seed-silent', name: 'No report', kind: 'silence', minutes: null },
  {
    ...{ ...common, id: 'seed-hours', name: 'Ignition after hours' },
    ...{ kind: 'ignition-outside-hours', hours: workingHours, isOn: false },
  },
  { ...common, id: 'seed-battery', name: 'Battery low', kind: 'low-battery', limit: 15 },
  {
    ...{ ...common, id: 'seed-idle', name: 'Idles for long', kind: 'idling', minutes: 30 },
    ...{ hasSound: false, isNotified: false },
  },
];

/** Alerts as an earlier run of the app left them: open and acknowledged ones, with notes. */
export function seededAlerts({ vehicle }: Subjects, now: number): Alert[] {
  const seed = (
    ruleId: string,
    index: number,
    ago: number,
    more: Partial<Alert> & Pick<Alert, 'figures'>,
  ): Alert => {
    const rule = seededRules.find(({ id }) => id === ruleId) ?? seededRules[0];
    const at = now - ago;
    return {
      id: `${ruleId}/${vehicle(index).key}/${String(at)}`,
      ...{ ruleId, ruleName: rule?.name ?? '', kind: rule?.kind ?? 'speed' },
      ...{ vehicleId: vehicle(index).key, at, fixAt: at, foundAt: at + 40_000, endedAt: null },
      ...{ place: { latitude: -10.184, longitude: -48.334 }, checkedEvery: 55 },
      ...{ isAfterOutage: false, acknowledged: null, note: '', assignedTo: null },
      ...more,
    };
  };
  const inDepot = { zoneId: zone.id, zoneName: zone.name };
  const over = (ago: number) => ({ endedAt: now - ago });
  return [
    seed('seed-fast', 0, 4 * minute, { figures: { speed: 118, limit: 110 } }),
    seed('seed-enter', 1, 11 * minute, { figures: inDepot, ...over(11 * minute) }),
    seed('seed-silent', 2, 2 * hour, {
      ...{ figures: { minutes: 60, limit: 60 }, assignedTo: 'Rui' },
      note: 'Driver called: parked in the underground garage until tomorrow.',
    }),
    seed('seed-battery', 3, 3 * hour, { figures: { battery: 12, limit: 15 } }),
    seed('seed-idle', 1, 5 * hour, {
      ...{ figures: { minutes: 47, limit: 30 }, ...over(4.7 * hour) },
      acknowledged: { at: now - 4.5 * hour, by: 'ana.carvalho' },
    }),
    seed('seed-leave', 4, 13 * hour, {
      ...{ figures: inDepot, ...over(13 * hour), isAfterOutage: true },
      ...{ foundAt: now - 12 * hour, checkedEvery: null },
    }),
    seed('seed-fast', 4, 26 * hour, {
      ...{ figures: { speed: 131, limit: 110 }, ...over(25.9 * hour) },
      acknowledged: { at: now - 25 * hour, by: 'ana.carvalho' },
      note: 'Spoken to.',
    }),
  ];
}

/** Keeps a zone, rules, alerts and a stay as an earlier run of the app left them. */
export async function keepAlerts(store: Store, subjects: Subjects, now: number): Promise<void> {
  const visit: SeenVisit = {
    ...{ vehicleId: subjects.vehicle(1).key, zoneId: zone.id, from: now - 11 * minute, to: null },
    ...{ isFromUnknown: false, isToUnknown: false },
  };
  await store.commit([
    { kind: 'zone', zone },
    ...seededRules.map((rule) => ({ kind: 'rule', rule }) as const),
    { kind: 'alerts', alerts: seededAlerts(subjects, now) },
    { kind: 'visits', visits: [visit] },
  ]);
}
