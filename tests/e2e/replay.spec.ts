import { expect, test } from './demo-service';
import { playerState } from './hooks';

test('a day is opened, played, scrubbed and paused', async ({ serve, signedIn }) => {
  const { page } = await signedIn(await serve({ vehicles: 12 }));
  await page.getByRole('option').first().click();
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await card.getByRole('button', { name: 'Replay today' }).click();
  await page.getByRole('button', { name: 'Previous day with data' }).click();
  await expect.poll(async () => (await playerState(page))?.position).toBeTruthy();
  const start = await playerState(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await playerState(page))?.playing).toBe(true);
  await expect
    .poll(async () => ((await playerState(page))?.time ?? 0) - (start?.time ?? 0))
    .toBeGreaterThan(60_000);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(async () => (await playerState(page))?.playing).toBe(false);
});
