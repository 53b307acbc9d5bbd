import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Waits until a list's screen counts so many records, as in `12 vehicles`, and has read them to the
 * end. The live map counts its vehicles too, and may still stand there for a moment.
 */
export async function expectListed(page: Page, count: string): Promise<void> {
  const counted = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: new RegExp(`^\\s*${count}\\s*$`) });
  await expect(counted).toBeVisible();
  await expect(page.getByText('loading for the first time')).toHaveCount(0);
}

/** The rows of the screen's table, without its head. */
export function rows(page: Page): Locator {
  return page.getByRole('grid').locator('[role=rowgroup] [role=row]');
}

/** The plate in a row of the table of vehicles. */
export async function plateOf(page: Page, row: number): Promise<string> {
  return rows(page).nth(row).locator('.plate').innerText();
}

/** Opens the vehicles by their key, once all of them are on this computer. */
export async function openVehicles(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Control+3');
  await expectListed(page, `${count} vehicles`);
  await expect(rows(page)).toHaveCount(count);
}
