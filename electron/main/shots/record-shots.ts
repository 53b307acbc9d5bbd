import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import { collectionNames } from '@contract/resources';
import type { Workspace } from '@core/workspace/workspace';
import type { Camera } from './camera';
import { ShotsProblem, type PageDriver } from './page-driver';

/** Rows that tell something, not those that are still being read. */
const filledRows = `[...document.querySelectorAll('[role=grid] [role=rowgroup] [role=row]')].filter(
  (row) => row.querySelector('.skeleton') === null,
).length`;

/** The list of a resource screen with its rows. */
async function openList(page: PageDriver, route: string): Promise<void> {
  await page.go(route);
  await page.until(
    `the rows of ${route}`,
    `location.hash.startsWith('#${route}') && ${filledRows} > 0`,
  );
}

/** The side panel with all that it asked for. */
async function openRecord(page: PageDriver, route: string, key: string): Promise<void> {
  await openList(page, `${route}?record=${key}`);
  await page.until(
    'the record',
    `document.querySelector('[role=tabpanel]') !== null &&
      document.querySelector('[role=tabpanel] .skeleton') === null`,
  );
}

/** The first record of a list. */
async function firstOf({ records }: Workspace, collection: CollectionName): Promise<RecordKey> {
  const query = { collection, search: '', filters: [], sort: [], withGone: false };
  const [first] = (await records.find(query)).keys;
  if (first === undefined) throw new ShotsProblem(`The service told nothing of its ${collection}.`);
  return first;
}

/**
 * Every list, those that the service profile describes too, and a record beside it: `vehicles` and
 * `vehicle`.
 */
export async function shootRecords(
  page: PageDriver,
  camera: Camera,
  workspace: Workspace,
): Promise<void> {
  for (const list of collectionNames()) {
    const record = list.slice(0, -1);
    if (!camera.wants(list, record)) continue;
    await openList(page, `/${list}`);
    await camera.everyLook(list);
    await openRecord(page, `/${list}`, await firstOf(workspace, list));
    await camera.everyLook(record);
  }
}
