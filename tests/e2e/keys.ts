import { expect, type Locator, type Page } from '@playwright/test';

const has = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** Presses a key until something is so; a page has fewer controls than this. */
export async function pressUntil(
  page: Page,
  key: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  for (let pressed = 0; !(await isSo()); pressed += 1) {
    if (pressed === 120) throw new Error(`${key} was pressed ${pressed} times in vain.`);
    await page.keyboard.press(key);
  }
}

/** Goes to a control from one to the next, as only keys can. */
export async function goTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  await pressUntil(page, key, () => has(control));
}

/** Goes to a control and presses it. */
export async function press(page: Page, control: Locator): Promise<void> {
  await goTo(page, control);
  await page.keyboard.press('Enter');
}

/** Goes to a field and types over what is in it. */
export async function type(page: Page, field: Locator, words: string): Promise<void> {
  await goTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

/** Goes down the open menu of something to one of its items, and presses it. */
export async function chooseInMenu(page: Page, of: string | RegExp, name: string): Promise<void> {
  const menu = page.getByRole('menu', { name: of });
  const item = menu.getByRole('menuitem', { name });
  await expect(menu).toBeVisible();
  // A menu takes the focus once it has opened.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null))
    .toBe(true);
  await goTo(page, item, 'ArrowDown');
  await page.keyboard.press('Enter');
}
