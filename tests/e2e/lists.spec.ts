import { expect, test } from './demo-service';
import { openVehicles, rows } from './lists';
import { pauseOutbox } from './pause-outbox';

test('a list is sorted by two columns, narrowed, saved as a view and copied, with mouse and keys', async ({
  office,
}) => {
  const { app, page } = await office(24);
  await openVehicles(page, 24);
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name });

  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Type', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Year', exact: true }).click();
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
  await expect(page.getByRole('option').first()).toBeVisible();
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

test('several vehicles are added to a user at once and taken back, with the mouse alone, then with keys alone', async ({
  office,
}) => {
  const { page } = await office(12);
  await openVehicles(page, 12);
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveText([
    ...['Plate', 'Driver', 'Device', 'Last contact', 'Live state', 'Place'],
  ]);
  await expect(rows(page).first()).toContainText(/Moving|Idling|Parked|Not checked yet/);

  await page.getByRole('link', { name: 'Users' }).click();
  await rows(page).first().locator('.truncate').first().click();
  const panel = page.getByRole('region', { name: 'User details' });
  await panel.getByRole('tab', { name: 'Vehicles' }).click();
  const there = panel.locator('.association');
  const dialog = page.getByRole('dialog');
  const free = dialog.getByRole('option', { disabled: false });
  // Only then all that the user has is listed: one vehicle of this fleet.
  await expect(panel).toContainText('Checked on 12 of 12 vehicles.');
  const before = 1;
  await expect(there).toHaveCount(before);
  await pauseOutbox(page, true);
  await panel.getByRole('button', { name: 'Add several' }).click();
  await free.nth(0).click();
  await free.nth(1).click();
  await expect(dialog.getByRole('status')).toContainText('2 chosen');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there).toHaveCount(before + 2);
  const strip = page.getByRole('region', { name: 'Change that can be undone' });
  await expect(strip).toContainText('to 2 vehicles');
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect(there).toHaveCount(before);
  await pauseOutbox(page, false);

  await panel.getByRole('button', { name: 'Add several' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  const plate = await free.last().locator('.truncate').first().innerText();
  await page.keyboard.type(plate);
  await expect(free).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(`1 chosen: ${plate}`);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(there).toHaveCount(before + 1);
  await expect(panel).toContainText(plate);
});
