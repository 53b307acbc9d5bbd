import type { CalendarDate } from '@internationalized/date';
import type { RecordKey } from '@contract/records';
import type { Workspace } from '@core/workspace/workspace';
import type { Camera } from './camera';
import { ShotsProblem, type PageDriver } from './page-driver';

/**
 * Parts of lists and panels that open on request: the calendar of a filter with chosen days
 * (`calendar`), and a field that can't be changed, with the reason (`replace-device`).
 */
export async function shootRecordParts(
  page: PageDriver,
  camera: Camera,
  workspace: Workspace,
  today: CalendarDate,
): Promise<void> {
  if (camera.wants('calendar')) await shootCalendar(page, camera, today);
  if (camera.wants('replace-device')) {
    await shootReplacing(page, camera, await vehicleOfOneDevice(workspace));
  }
}

async function shootCalendar(page: PageDriver, camera: Camera, today: CalendarDate): Promise<void> {
  // All are older than that: the list is not empty.
  const to = today.subtract({ days: 4 });
  await page.go(`/vehicles?createdAt=${to.subtract({ years: 15 }).toString()}..${to.toString()}`);
  await page.until(
    'the calendar',
    `(() => {
      document.querySelector('.chip.active [aria-haspopup=dialog][aria-expanded=false]')?.click();
      return document.querySelector('[data-reka-calendar-cell-trigger]') !== null;
    })()`,
  );
  await camera.everyLook('calendar');
  page.key('Escape');
  await page.until(
    'the list alone',
    `document.querySelector('[data-reka-calendar-cell-trigger]') === null`,
  );
}

async function shootReplacing(page: PageDriver, camera: Camera, key: RecordKey): Promise<void> {
  await page.go(`/vehicles?record=${key}&tab=devices`);
  await page.press('Replace device');
  await page.until(
    'the only device',
    `document.querySelector('[role=dialog] [role=combobox]:disabled') !== null`,
  );
  await camera.everyLook('replace-device');
  await page.press('Cancel');
  await page.until('the panel alone', `document.querySelector('[role=dialog]') === null`);
}

/** A vehicle with one device: which one leaves is no choice. */
async function vehicleOfOneDevice({ live, associations }: Workspace): Promise<RecordKey> {
  for (const { vehicleId, fix } of live.snapshot().vehicles) {
    if (fix === null) continue;
    const { items } = await associations.ofVehicle({ vehicleKey: vehicleId, side: 'devices' });
    if (items.length === 1) return vehicleId;
  }
  throw new ShotsProblem('No vehicle of this fleet has one device alone.');
}
