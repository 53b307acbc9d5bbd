import type { Locator } from '@playwright/test';
import { timeOfDay } from '../../electron/contract/test-clock';
import { advance, expect, test, unhurried } from './demo-service';
import { drawnVehicles, type DrawnVehicle } from './hooks';

/** Vehicles report, and are looked at, three times as often. */
test.use({ pace: 3 });

/** So far behind lies the demo's clock, ms: it can be put on without coming from the future. */
const behind = 3_000_000;

/** Vehicles whose place on the map has changed. */
function moved(before: readonly DrawnVehicle[], after: readonly DrawnVehicle[]): DrawnVehicle[] {
  const old = new Map(before.map((vehicle) => [vehicle.id, vehicle]));
  return after.filter(({ id, latitude, longitude }) => {
    const was = old.get(id);
    return was !== undefined && (was.latitude !== latitude || was.longitude !== longitude);
  });
}

interface Position {
  latitude: number;
  longitude: number;
}

/** The position that a vehicle's card tells. */
async function positionOn(card: Locator): Promise<Position> {
  const [, latitude, longitude] = /(-?\d+\.\d+), (-?\d+\.\d+)/.exec(await card.innerText()) ?? [];
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Near enough for two places of one town. */
function metresBetween(a: Position, b: Position): number {
  const north = (b.latitude - a.latitude) * 111_195;
  const east = (b.longitude - a.longitude) * 111_195 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

test('vehicles appear on the map and move', async ({ serve, signedIn }) => {
  const demo = await serve({ vehicles: 120 });
  const { page } = await signedIn(demo, { perMinute: unhurried });
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(90);
  const before = await drawnVehicles(page);
  // One that has come to a light in the meantime idles there.
  const driving = async () =>
    moved(before, await drawnVehicles(page)).filter(({ motion }) => motion === 'moving');
  await expect
    .poll(async () => (await driving()).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(3);

  await test.step('make, type and code have the whole width of the card', async () => {
    await page.getByRole('option').first().click();
    const card = page.getByRole('region', { name: 'Vehicle details' });
    // Once the card has come in, which scales it.
    await expect(async () => {
      const close = await card.getByRole('button', { name: 'Close' }).boundingBox();
      const line = await card.locator('header p').boundingBox();
      if (close === null || line === null) throw new Error('The card has no head.');
      expect(line.y).toBeGreaterThanOrEqual(close.y + close.height);
      expect(line.x + line.width).toBeCloseTo(close.x + close.width, 0);
    }).toPass();
  });
});

test('a followed vehicle stays in view, one that is not followed leaves it', async ({
  serve,
  signedIn,
  clock,
}) => {
  const demo = await serve({
    vehicles: 120,
    testControl: true,
    now: () => timeOfDay(clock, Date.now()) - behind,
  });
  const { page } = await signedIn(demo, { perMinute: unhurried });
  await page.getByRole('button', { name: /^\d+ Moving/ }).click();
  // The fastest is in the middle of its way, whatever the hour.
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Speed' }).click();
  const list = page.getByRole('region', { name: 'Vehicle list' });
  await list.getByRole('option').first().click();
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Vehicle details' });
  const follow = card.getByRole('button', { name: 'Follow' });
  const outOfView = page.getByRole('button', { name: /Center the map on it/ });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(outOfView).toHaveCount(0);
  // So near that the map shows a few hundred metres: a vehicle leaves that within a street or two.
  const closer = page.getByRole('region', { name: 'Map' }).getByRole('button', { name: 'Zoom in' });
  for (let step = 0; step < 3; step += 1) await closer.click();

  // Further than the map is wide, in steps that the app gets to see.
  const start = await positionOn(card);
  let last = start;
  await expect(async () => {
    await advance(demo, 120);
    await expect.poll(() => positionOn(card), { timeout: 10_000 }).not.toEqual(last);
    last = await positionOn(card);
    await expect(outOfView).toHaveCount(0);
    expect(metresBetween(start, last)).toBeGreaterThan(1_000);
  }).toPass({ timeout: 90_000 });

  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect(async () => {
    await advance(demo, 120);
    await expect(outOfView).toBeVisible({ timeout: 6_000 });
  }).toPass({ timeout: 90_000 });
});

test('a card does not wait for its drivers, whose list hangs', async ({ serve, signedIn }) => {
  const demo = await serve({ vehicles: 6, testControl: true });
  const faults = new URL('/control/faults', demo.url);
  const answer = await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'userAssociations.list', fault: 'timeout', times: 1000 }),
  });
  expect(answer.ok).toBe(true);
  const { page } = await signedIn(demo, { perMinute: unhurried });
  await page.getByRole('option').first().click();
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await expect(card.getByText(/^IMEI \d{15}$/)).toBeVisible();
  await expect(card.getByText(/^Today, until/)).toBeVisible();
  await expect(card.getByRole('status', { name: 'Loading the details' })).toBeVisible();

  // Who chooses the vehicle again once the service answers has them.
  await fetch(faults, { method: 'DELETE' });
  await card.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('option').first().click();
  await expect(card.getByText(/^Today, until/)).toBeVisible();
  await expect(card.getByRole('status', { name: 'Loading the details' })).toHaveCount(0);
});
