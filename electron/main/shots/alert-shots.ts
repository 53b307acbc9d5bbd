import { fromAbsolute, toCalendarDate } from '@internationalized/date';
import type { Alert } from '@contract/alerts';
import { USUAL_REST, type AlertRule } from '@contract/alert-rules';
import type { Workspace } from '@core/workspace/workspace';
import type { Camera } from './camera';
import { ShotsProblem, type PageDriver } from './page-driver';

/** Vehicles that are too fast are seen at their next checks, ms. */
const foundAtMost = 90_000;
/** So many make a list. */
const fewAlerts = 4;

const common = {
  ...{ isOn: true, vehicles: { kind: 'all' }, hours: null },
  ...{ hasSound: false, isNotified: false, ignoresDoNotDisturb: false },
  restMinutes: USUAL_REST,
} as const satisfies Partial<AlertRule>;

/** Rules of the demo fleet for the pictures; the first finds whatever drives. */
const rules: readonly AlertRule[] = [
  {
    ...common,
    id: 'shot-fast',
    name: 'Over 20 km/h in town',
    kind: 'speed',
    limit: 20,
    zones: null,
  },
  {
    ...{ ...common, id: 'shot-enter', name: 'Arrives at a depot', kind: 'zone-enter' },
    zones: { zoneIds: [], groups: ['Depots'] },
  },
  { ...common, id: 'shot-silent', name: 'No report', kind: 'silence', minutes: null },
  {
    ...{ ...common, id: 'shot-hours', name: 'Ignition after hours', isOn: false },
    ...{ kind: 'ignition-outside-hours', hours: { days: [1, 2, 3, 4, 5], from: 420, to: 1140 } },
  },
  { ...common, id: 'shot-battery', name: 'Battery low', kind: 'low-battery', limit: 15 },
];

const names = ['alerts', 'rules', 'new-rule', 'visits', 'alert-card', 'alert-replay'] as const;

/**
 * The alerts, one of them open; the rules and the visits of zones; an alert on the card of its
 * vehicle and in its replay. Where there are no rules, some are kept for the pictures if `mayEnter`.
 */
export async function shootAlerts(
  page: PageDriver,
  camera: Camera,
  { alerts }: Workspace,
  { mayEnter, timeZone }: { mayEnter: boolean; timeZone: string },
): Promise<void> {
  if (!camera.wants(...names)) return;
  const own = alerts.snapshot().rules.length === 0 && mayEnter ? rules : [];
  for (const rule of own) await alerts.saveRule(rule);
  try {
    const alert = own.length > 0 ? await firstFound(alerts) : alerts.snapshot().open[0];
    await shootCenter(page, camera, alert, own[0]?.name);
    if (alert !== undefined) await shootVehicle(page, camera, alert, timeZone);
  } finally {
    for (const { id } of own) await alerts.removeRule(id);
    // What the pictures showed needs nobody's attention.
    const ids = alerts.snapshot().open.map(({ id }) => id);
    if (own.length > 0 && ids.length > 0) {
      await alerts.change({ alerts: { ids }, isAcknowledged: true });
    }
  }
}

async function shootCenter(
  page: PageDriver,
  camera: Camera,
  alert: Alert | undefined,
  /** The rule to be opened; none of those that people made. */
  rule: string | undefined,
): Promise<void> {
  await page.go(alert ? `/alerts?alert=${encodeURIComponent(alert.id)}` : '/alerts');
  await page.until('the alerts', `document.querySelector('section[aria-label="Alerts"]') !== null`);
  if (alert) {
    await page.until(
      'the alert',
      `document.querySelector('section[aria-label="Alert details"]') !== null`,
    );
  }
  await camera.everyLook('alerts');
  await page.go('/alerts?tab=rules');
  await page.until('the rules', `document.querySelector('section[aria-label="Rules"]') !== null`);
  if (rule !== undefined) await page.choose(rule);
  await camera.everyLook('rules');
  if (camera.wants('new-rule')) {
    // Its name is offered, and nothing has to be entered.
    await page.take('New rule', 'No reports');
    await page.until('the form', `document.querySelector('#rule-form') !== null`);
    await camera.everyLook('new-rule');
  }
  await page.go('/alerts?tab=visits');
  await page.until('the visits', `location.hash.includes('tab=visits')`);
  await camera.everyLook('visits');
}

async function shootVehicle(
  page: PageDriver,
  camera: Camera,
  { vehicleId, at }: Alert,
  timeZone: string,
): Promise<void> {
  await page.go(`/map?vehicle=${vehicleId}`);
  await page.until(
    'the alert on the card',
    `document.querySelector('section[aria-label="Open alerts"]') !== null`,
  );
  await camera.everyLook('alert-card');
  if (!camera.wants('alert-replay')) return;
  const day = toCalendarDate(fromAbsolute(at, timeZone)).toString();
  await page.go(`/replay?vehicle=${vehicleId}&day=${day}&at=${String(at)}`);
  await page.until('the day', 'window.__fleetdesk.player?.().position != null');
  await camera.everyLook('alert-replay');
}

/** An alert of a vehicle that drives, once there are a few to be listed. */
function firstFound(alerts: Workspace['alerts']): Promise<Alert> {
  return new Promise((resolve, reject) => {
    const look = (least: number): boolean => {
      const { open } = alerts.snapshot();
      const found = open.find(({ kind }) => kind === 'speed');
      if (found === undefined || open.length < least) return false;
      end();
      resolve(found);
      return true;
    };
    const timer = setTimeout(() => {
      if (look(1)) return;
      end();
      reject(new ShotsProblem('No vehicle of this fleet gave an alert.'));
    }, foundAtMost);
    const release = alerts.subscribe(() => {
      look(fewAlerts);
    });
    const end = () => {
      clearTimeout(timer);
      release();
    };
    look(fewAlerts);
  });
}
