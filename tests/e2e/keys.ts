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
