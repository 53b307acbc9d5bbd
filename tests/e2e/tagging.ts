import type { Locator, Page } from '@playwright/test';
import { expect } from './demo-service';
import { chooseInMenu, goTo, press, type } from './keys';

/** By keys: the first three rows of the map's list get a new tag together; answers these rows. */
export async function tagThree(page: Page, name: string): Promise<Locator> {
  const list = page.getByRole('listbox', { name: 'Vehicles' });
  await expect(list.getByRole('option').nth(2)).toBeVisible();
  await goTo(page, list);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(list.locator('[aria-selected=true]')).toHaveCount(3);
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, '3 selected', 'Tags and group…');
  const dialog = page.getByRole('dialog', { name: 'Tags and group of 3 vehicles' });
  await type(page, dialog.getByRole('textbox', { name: 'New tag' }), name);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Change that can be undone' })).toContainText(
    'Tags and groups of 3 vehicles were changed.',
  );
  const tagged = list.getByRole('option', { name });
  await expect(tagged).toHaveCount(3);
  return tagged;
}
