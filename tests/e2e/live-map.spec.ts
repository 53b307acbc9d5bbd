import { expect, test } from './demo-service';
import { drawnVehicles, type DrawnVehicle } from './hooks';

/** Vehicles whose place on the map has changed, by id. */
function moved(before: readonly DrawnVehicle[], after: readonly DrawnVehicle[]): string[] {
  const places = new Map(
    before.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]),
  );
  return after
    .filter(({ id, latitude, longitude }) => {
      const place = places.get(id);
      return place && (place.latitude !== latitude || place.longitude !== longitude);
    })
    .map(({ id }) => id);
}

test('vehicles appear on the map and move', async ({ serve, signedIn }) => {
  const { page } = await signedIn(await serve({ vehicles: 40 }));
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(30);
  const before = await drawnVehicles(page);
  await expect
    .poll(async () => moved(before, await drawnVehicles(page)).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(3);
});

test('a followed vehicle stays in the middle of the map', async ({ serve, signedIn }) => {
  const { page } = await signedIn(await serve({ vehicles: 40 }));
  let chosen: DrawnVehicle | undefined;
  await expect
    .poll(async () => {
      const vehicles = await drawnVehicles(page);
      chosen = vehicles.find(
        ({ motion, connection }) => motion === 'moving' && connection === 'live',
      );
      return chosen;
    })
    .toBeDefined();
  const id = chosen?.id ?? '';
  await page.getByRole('button', { name: /^Moving/ }).click();
  await page.getByRole('option').first().click();
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await expect(card).toContainText('Moving');
  await card.getByRole('button', { name: 'Follow' }).click();
  await expect(card.getByRole('button', { name: 'Follow' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(id).not.toBe('');
});
