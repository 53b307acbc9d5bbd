import type { Page } from '@playwright/test';
import { expect, test, unhurried } from './demo-service';
import { openVehicles, plateOf, rows } from './lists';

/** The deletes are held for ten seconds each. */
test.use({ pace: 4 });

const details = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });
const noDelete = 'You don’t have permission to delete vehicles.';

async function deleteRow(page: Page, row: number): Promise<void> {
  const plate = await plateOf(page, row);
  await rows(page).nth(row).click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toContainText(`Delete ${plate}?`);
  await page.keyboard.type(plate);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a user whose role may not delete learns it from two refusals; Delete then says why, and can be tried again', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 6 });
  const { page } = await signedIn({ ...demo, username: 'visitor' }, { perMinute: unhurried });
  await openVehicles(page, 6);

  await deleteRow(page, 0);
  await deleteRow(page, 1);
  await rows(page).nth(3).click();
  await expect(details(page)).toContainText(noDelete, { timeout: 60_000 });

  // What was queued is not lost: it waits for a person.
  await expect(rows(page).nth(0)).toContainText('Needs attention');
  await details(page).getByRole('button', { name: 'More actions' }).click();
  const entry = page.getByRole('menuitem', { name: 'Delete…' });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry).toContainText(noDelete);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await details(page).getByRole('button', { name: 'Try again' }).click();
  await expect(details(page)).not.toContainText(noDelete);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toContainText('Delete');
});
