import { expect, type Page } from '@playwright/test';

/**
 * Waits until a list's screen counts so many records, as in `12 vehicles`, and has read them to the
 * end. The live map counts its vehicles too, and may still stand there for a moment.
 */
export async function expectListed(page: Page, count: string): Promise<void> {
  const counted = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: new RegExp(`^\\s*${count}\\s*$`) });
  await expect(counted).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('being read for the first time')).toHaveCount(0);
}
