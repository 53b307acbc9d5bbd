import type { Page } from '@playwright/test';
import { expect, test } from './demo-service';
import { drawnVehicles } from './hooks';

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of zones' });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Zone', exact: true });
const listOf = (page: Page) => page.getByRole('region', { name: 'Zones', exact: true });

/** A place on the map, as parts of its width and height. */
async function placeOn(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('There is no map.');
  return [box.x + box.width * x, box.y + box.height * y];
}

/** A click as a hand does it: the pointer comes along first. */
async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const [left, top] = await placeOn(page, x, y);
  await page.mouse.move(left, top, { steps: 5 });
  await page.mouse.click(left, top);
}

async function finishAt(page: Page, x: number, y: number): Promise<void> {
  const [left, top] = await placeOn(page, x, y);
  await page.mouse.move(left, top, { steps: 5 });
  await page.mouse.dblclick(left, top);
}

async function begin(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'New zone' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  await expect(panelOf(page)).toBeVisible();
}

async function save(page: Page, name: string): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(listOf(page).getByRole('button', { name, exact: false }).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Close the zone' }).click();
  await expect(panel).toHaveCount(0);
}

test('zones are drawn with the mouse, changed by their handles, and say who is inside', async ({
  office,
}) => {
  const { page } = await office(12);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(8);
  await page.getByRole('link', { name: 'Zones' }).click();
  await expect(mapOf(page)).toBeVisible();

  await begin(page, 'Circle');
  await clickAt(page, 0.5, 0.5);
  await page.mouse.move(...(await placeOn(page, 0.7, 0.5)), { steps: 5 });
  await expect(mapOf(page).locator('.map-word')).toHaveText(/^[\d.,]+ k?m$/);
  await page.screenshot({ path: test.info().outputPath('radius.png') });
  await clickAt(page, 0.95, 0.5);
  await expect(mapOf(page).locator('.map-word')).toHaveCount(0);
  const radius = panelOf(page).getByRole('textbox', { name: 'Radius in meters' });
  const center = panelOf(page).getByRole('textbox', { name: 'Center' });
  await expect(center).not.toHaveValue('');
  const drawn = Number((await radius.inputValue()).replace(/\D/g, ''));
  expect(drawn).toBeGreaterThan(100);

  // Its middle is a handle: the whole circle moves.
  const before = await center.inputValue();
  const [x, y] = await placeOn(page, 0.5, 0.5);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 6 });
  await page.mouse.up();
  await expect(center).not.toHaveValue(before);
  await page.screenshot({ path: test.info().outputPath('circle.png') });
  await save(page, 'Town');

  await begin(page, 'Polygon');
  await clickAt(page, 0.2, 0.2);
  await clickAt(page, 0.4, 0.2);
  // What is half drawn stays while its name is typed.
  await panelOf(page).getByRole('textbox', { name: 'Name' }).fill('Block');
  await clickAt(page, 0.4, 0.4);
  await finishAt(page, 0.2, 0.4);
  const corners = panelOf(page).getByRole('textbox', { name: 'Corners' });
  await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(4);
  await save(page, 'Block');

  await begin(page, 'Corridor');
  await clickAt(page, 0.15, 0.8);
  await clickAt(page, 0.5, 0.7);
  await finishAt(page, 0.85, 0.85);
  const points = panelOf(page).getByRole('textbox', { name: 'Points of the route' });
  await expect.poll(async () => (await points.inputValue()).split('\n').length).toBe(3);
  await panelOf(page).getByRole('textbox', { name: 'Width in meters' }).fill('250');
  await page.screenshot({ path: test.info().outputPath('corridor.png') });
  await save(page, 'Road');

  const town = listOf(page).getByRole('button', { name: /^Town/ });
  await expect(town).toContainText(/\d+ vehicles?/);
  await town.click();
  const inside = page.getByRole('region', { name: 'Inside now' });
  await expect(inside.getByRole('link').first()).toBeVisible();
  await expect(inside).toContainText(/since .* or earlier/);
  await page.screenshot({ path: test.info().outputPath('inside.png') });
  await panelOf(page).getByRole('button', { name: 'Close the zone' }).click();

  // They are on the live map, too.
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.locator('.leaflet-zones-pane path')).toHaveCount(3);
  await page.screenshot({ path: test.info().outputPath('live.png') });
});
