import type { Page } from '@playwright/test';
import { expect, test } from './demo-service';
import { drawnVehicles } from './hooks';

const listOf = (page: Page) => page.getByRole('listbox', { name: 'Vehicles' });
const marked = (page: Page) => listOf(page).locator('[aria-selected=true]');

/** Goes down an open menu to one of its items, and presses it. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  const items = page.locator('[role=menu] [role=menuitem]:not([data-disabled])');
  await expect(items.first()).toBeVisible();
  const index = (await items.allInnerTexts()).findIndex((text) => text.trim().startsWith(name));
  await expect(async () => {
    await page.keyboard.press('Home');
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
    await expect(items.nth(index)).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
}

/** Presses Tab until the focus is on a control. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'checkbox', name: string | RegExp) {
  const control = page.getByRole(role, { name }).first();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused({ timeout: 200 });
  }).toPass();
}

test('by keys alone: found by its plate, its card, the nearest ones, and tags for several', async ({
  office,
}) => {
  const { page } = await office(30);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(20);
  const plate = await page.getByRole('option').nth(4).locator('.plate').innerText();

  // Found by the filter; Escape and Enter lead on to the list, the card and back.
  await page.keyboard.press('/');
  await page.keyboard.type(plate);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(listOf(page)).toBeFocused();
  if ((await marked(page).count()) === 0) await page.keyboard.press('ArrowDown');
  await expect(marked(page)).toContainText(plate);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await expect(card).toContainText(plate);
  await page.keyboard.press('Enter');
  const isInCard = () =>
    page.evaluate(() => document.activeElement?.closest('[aria-label="Vehicle details"]') !== null);
  await expect.poll(isInCard).toBe(true);
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('option').nth(4)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeFocused();

  // The nearest ones to it, and back.
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, 'Nearest vehicles');
  const bar = page.getByRole('region', { name: 'Nearest vehicles' });
  await expect(bar).toContainText(`Nearest to ${plate}`);
  await expect(page.getByRole('option').first()).toContainText(plate);

  // Three rows are marked and get a tag together; Ctrl+Z takes it back.
  await listOf(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marked(page)).toHaveCount(3);
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, 'Tags and group…');
  const dialog = page.getByRole('dialog', { name: 'Tags and group of 3 vehicles' });
  await expect(dialog).toBeVisible();
  await tabTo(page, 'textbox', 'New tag');
  await page.keyboard.type('Refrigerated');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Refrigerated' })).toBeChecked();
  await tabTo(page, 'button', 'Save');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const tagged = page.getByRole('option', { name: /Refrigerated/ });
  await expect(tagged).toHaveCount(3);
  const strip = page.getByRole('region', { name: 'Change that can be undone' });
  await expect(strip).toContainText('Tags and groups of 3 vehicles were changed.');
  await page.keyboard.press('Control+z');
  await expect(tagged).toHaveCount(0);
});
