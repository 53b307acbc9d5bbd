import type { Page } from '@playwright/test';
import { expect, startAfresh, test } from './demo-service';
import { playerState, type PlayerState } from './hooks';

/** The player's state once there is one. */
async function player(page: Page): Promise<PlayerState> {
  let state: PlayerState | null = null;
  await expect
    .poll(async () => {
      state = await playerState(page);
      return state?.position ?? null;
    })
    .not.toBeNull();
  if (state === null) throw new Error('The player is gone again.');
  return state;
}

async function setLocale(page: Page, locale: string): Promise<void> {
  await page.evaluate(
    (to) =>
      (
        window as unknown as {
          fleetdesk: { settings: { update(patch: object): Promise<unknown> } };
        }
      ).fleetdesk.settings.update({ locale: to }),
    locale,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

/** How far the player's bar reaches beyond its place, pixels. */
function beyondTheBar(page: Page): Promise<number> {
  return page.locator('.transport').evaluate((bar) => bar.scrollWidth - bar.clientWidth);
}

test('a day is played, and one without data is no error', async ({ office }) => {
  const { app, page } = await office(12);

  await test.step('a day is opened, played, scrubbed and paused', async () => {
    await page.getByRole('option').first().click();
    const card = page.getByRole('region', { name: 'Vehicle details' });
    await card.getByRole('button', { name: 'Replay today' }).click();
    await page.getByRole('button', { name: 'Previous day with data' }).click();
    const start = await player(page);
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Drive');

    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(async () => (await player(page)).playing).toBe(true);
    await expect.poll(async () => (await player(page)).time - start.time).toBeGreaterThan(60_000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect.poll(async () => (await player(page)).playing).toBe(false);

    const before = await player(page);
    const scrubBar = page.getByRole('slider', { name: 'Time of day' });
    const box = await scrubBar.boundingBox();
    await scrubBar.click({ position: { x: (box?.width ?? 0) * 0.75, y: (box?.height ?? 0) / 2 } });
    const after = await player(page);
    expect(after.time - before.time).toBeGreaterThan(3_600_000);
    expect(after.playing).toBe(false);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await player(page)).time).toBe(after.time - 10_000);
  });

  await test.step('the bar has room for what the vehicle does, in each language', async () => {
    for (const locale of ['pt-BR', 'es', 'en']) {
      await setLocale(page, locale);
      for (const width of [1000, 1100, 1280, 1366, 1600]) {
        await app.evaluate(({ BrowserWindow }, to) => {
          BrowserWindow.getAllWindows()[0]?.setContentSize(to, 720);
        }, width);
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expect.poll(() => beyondTheBar(page), { message: `${locale}, ${width}` }).toBe(0);
      }
    }
  });

  await test.step('a day without data is a state of its own, not an error', async () => {
    await startAfresh(page);
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Replay today' }).click();
    await page.waitForURL(/replay\?.*day=/);
    await page.evaluate(() => {
      location.hash = location.hash.replace(/day=[\d-]+/, 'day=2001-01-01');
    });
    await expect(page.getByText(/sent no data on/)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
