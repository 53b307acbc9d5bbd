import { shareOf } from './color-share';
import { expect, test } from './demo-service';
import { drawnVehicles } from './hooks';

/** Vehicles are looked at four times as often. */
test.use({ pace: 4 });

/** What moving vehicles are drawn in, and nothing else of the map: tokens.css. */
const moving = [18, 146, 79] as const;

test('markers are missing in a built app elsewhere: here they are drawn, without picture files', async ({
  office,
}) => {
  const { page } = await office(60);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(45);
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect.poll(() => shareOf(page, map, moving)).toBeGreaterThan(0.0005);
  const pictures = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /marker|\.png/.test(name)),
  );
  expect(pictures).toEqual([]);
});

test('a quiet connection that times out raises an error elsewhere: here vehicles go on updating', async ({
  office,
  watchman,
}) => {
  const { page, asked } = await office(12);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(8);
  for (let round = 0; round < 3; round += 1) {
    const before = (await asked('tracking.get')).length;
    watchman.closeQuiet();
    await expect.poll(async () => (await asked('tracking.get')).length).toBeGreaterThan(before + 2);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/offline|can’t be reached|timed out/i)).toHaveCount(0);
});
