import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** Rows that tell something, not those that are still being read. */
const filledRows = `[...document.querySelectorAll('[role=grid] [role=rowgroup] [role=row]')].filter(
  (row) => row.querySelector('.skeleton') === null,
).length`;

/** The list of a resource screen with its rows. */
async function openList(page: PageDriver, route: string): Promise<void> {
  await page.go(route);
  await page.until(
    `the rows of ${route}`,
    `location.hash.startsWith('#${route}') && ${filledRows} > 3`,
  );
}

/** The side panel with all that it asked for. */
async function openRecord(page: PageDriver, route: string, key: string): Promise<void> {
  await openList(page, `${route}?record=${key}`);
  await page.until('the record', `document.querySelector('[role=tabpanel] input') !== null`);
}

/** One record of each kind to look at. */
type ShownRecords = Readonly<Record<'vehicles' | 'devices' | 'chips' | 'enterprises', string>>;

/** Lists, and records beside them; a vehicle and a chip over their lists in a small window. */
export async function shootRecords(
  page: PageDriver,
  camera: Camera,
  shown: ShownRecords,
): Promise<void> {
  await openList(page, '/vehicles');
  await camera.picture('vehicles-light');
  await camera.inTheDark(() => camera.picture('vehicles-dark'));
  await openRecord(page, '/vehicles', shown.vehicles);
  await camera.picture('vehicle-light');
  await camera.inTheDark(() => camera.picture('vehicle-dark'));
  await openList(page, '/users');
  await camera.picture('users-light');
  await openRecord(page, '/devices', shown.devices);
  await camera.picture('device-light');
  await camera.inTheDark(() => camera.picture('device-dark'));
  await openRecord(page, '/chips', shown.chips);
  await camera.picture('chip-light');
  await camera.inPortuguese(() => camera.picture('chip-pt-BR'));
  await camera.inSmall(() => camera.picture('chip-900x600'));
  await page.go(`/enterprises?record=${shown.enterprises}&tab=vehicles`);
  await page.until('its vehicles', `document.querySelector('[role=tabpanel] li a') !== null`);
  await camera.picture('enterprise-light');
  await openRecord(page, '/vehicles', shown.vehicles);
  await camera.inSmall(() => camera.picture('vehicle-900x600'));
}
