import type { PageDriver } from './page-driver';

/** How a picture is taken, and how the same is taken in the dark. */
export interface Camera {
  picture(name: string): Promise<void>;
  inTheDark(work: () => Promise<void>): Promise<void>;
}

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

/** Vehicles and users: the lists, and a vehicle beside its list. */
export async function shootRecords(
  page: PageDriver,
  { picture, inTheDark }: Camera,
  vehicleId: string,
): Promise<void> {
  await openList(page, '/vehicles');
  await picture('vehicles-light');
  await inTheDark(() => picture('vehicles-dark'));
  await openRecord(page, '/vehicles', vehicleId);
  await picture('vehicle-light');
  await inTheDark(() => picture('vehicle-dark'));
  await openList(page, '/users');
  await picture('users-light');
}

/** In a small window the side panel is a sheet over the list. */
export async function shootSmallRecord(
  page: PageDriver,
  { picture }: Camera,
  vehicleId: string,
): Promise<void> {
  await openRecord(page, '/vehicles', vehicleId);
  await picture('vehicle-900x600');
}
