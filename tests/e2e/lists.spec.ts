import { expect, test } from './demo-service';
import { openVehicles, rows } from './lists';

test('a list is sorted by two columns, narrowed, saved as a view and copied, with mouse and keys', async ({
  office,
}) => {
  const { app, page } = await office(24);
  await openVehicles(page, 24);
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name });

  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Type' }).click();
  await page.getByRole('checkbox', { name: 'Year' }).click();
  await page.keyboard.press('Escape');
  await head('Type').click();
  await head('Year').focus();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(/sort=typeName\.up&sort=year\.down/);
  await expect(head('Year')).toContainText('2');

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Created', exact: true }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await expect(page.getByText('No matching vehicles')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Created' }).click();
  await expect(rows(page)).not.toHaveCount(0);

  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Type', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: 'of 24 vehicles · type' })).toBeVisible();
  const found = await rows(page).count();

  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('My fleet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'My fleet' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rows(page)).toHaveCount(24);
  await page.getByRole('button', { name: 'My fleet · edited' }).click();
  await page.getByRole('menuitem', { name: 'My fleet' }).click();
  await expect(rows(page)).toHaveCount(found);

  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(text.split('\n')).toHaveLength(found + 1);
  expect(text.split('\n')[0]).toMatch(/^Plate\tDriver\tDevice\t.*Type\t/);
});
