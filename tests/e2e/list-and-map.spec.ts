import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { timeOfDay } from '../../electron/contract/test-clock';
import { expect, test, type LoggedRequest } from './demo-service';
import { makeUserData } from './fleetdesk';
import { drawnVehicles } from './hooks';

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
const listOf = (page: Page) => page.getByRole('region', { name: 'Vehicle list' });
const rowsOf = (page: Page) => listOf(page).getByRole('option');
const barOf = (page: Page) => page.getByRole('region', { name: 'Nearest vehicles' });

/** What the map shows in full, and as dots, by what the vehicles do. */
async function shownOn(page: Page) {
  const drawn = await drawnVehicles(page);
  const motions = (dimmed: boolean) =>
    [...new Set(drawn.filter((each) => each.dimmed === dimmed).map(({ motion }) => motion))].sort();
  return { full: motions(false), dots: motions(true) };
}

/** How far the rows say that their vehicles are, meters. */
async function distances(page: Page): Promise<number[]> {
  const rows = await rowsOf(page).locator('.since').allInnerTexts();
  return rows.map((text) => {
    const figure = Number(text.replace(',', '').split(/\s/)[0]);
    return text.includes('km') ? figure * 1000 : figure;
  });
}

/** When the service was last asked where the vehicle of a row is; 0 for never. */
function lastLook(looks: readonly LoggedRequest[], rowId: string): number {
  const own = looks.filter(({ path }) => rowId.endsWith(`-${path.split('/')[3] ?? ''}`));
  return Math.max(0, ...own.map(({ at }) => at));
}

/** The middle of what the card leaves of the map. */
async function middleOf(page: Page, map: Locator) {
  const box = await map.boundingBox();
  if (box === null) throw new Error('There is no map.');
  const card = await page.getByRole('region', { name: 'Vehicle details' }).boundingBox();
  const covered = card === null ? 0 : 340;
  return { x: box.x + (box.width - covered) / 2, y: box.y + box.height / 2 };
}

test('what tiles and filter leave out is dimmed on the map, or hidden; tags go to a file and back', async ({
  office,
}) => {
  const { app, page } = await office(60);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(45);
  // What single vehicles do changes meanwhile: of sixty, some are parked and some move at any time.
  const everything = { full: expect.arrayContaining(['moving', 'parked']), dots: [] };
  await expect.poll(() => shownOn(page)).toEqual(everything);

  const parked = page.getByRole('button', { name: /^\d+ Parked/ });
  await parked.click();
  await expect
    .poll(() => shownOn(page))
    .toEqual({ full: ['parked'], dots: expect.arrayContaining(['moving']) });

  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitemradio', { name: 'Hide the others on the map' }).click();
  await expect.poll(() => shownOn(page)).toEqual({ full: ['parked'], dots: [] });

  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitemradio', { name: 'Dim the others on the map' }).click();
  await parked.click();
  await expect.poll(() => shownOn(page)).toEqual(everything);

  const plate = await rowsOf(page).first().locator('.plate').innerText();
  await page.getByRole('textbox', { name: 'Filter' }).fill(plate);
  await expect
    .poll(async () => (await drawnVehicles(page)).filter(({ dimmed }) => !dimmed).length)
    .toBeLessThanOrEqual(1);

  // A table of another program, which names the vehicle by its plate.
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Manage tags and groups…' }).click();
  const manager = page.getByRole('dialog', { name: 'Tags and groups', exact: true });
  const table = { name: 'fleet.csv', mimeType: 'text/csv' };
  const rows = `Plate;Group;Tags\n${plate};North;Cold|Tall\nNONE-1;North;Cold\n`;
  await manager.locator('input[type=file]').setInputFiles({ ...table, buffer: Buffer.from(rows) });
  const offer = page.getByRole('dialog', { name: 'Add tags and groups from fleet.csv?' });
  await expect(offer).toContainText('2 new tags');
  await expect(offer).toContainText(/NONE-1\s*Not in this fleet · row 3/);
  await offer.getByRole('button', { name: 'Add', exact: true }).click();
  // The list is behind the dialog, where no role is found.
  const tagged = page.locator('[role=option]', { hasText: 'Cold, Tall' });
  await expect(tagged).toHaveCount(1);

  const file = join(await makeUserData(), 'tags.json');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog;
  }, file);
  await manager.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON…' }).click();
  await expect(manager).toContainText('Saved as tags.json.');
  expect(await readFile(file, 'utf8')).toContain('"Tall"');

  for (const name of ['Cold', 'Tall', 'North']) {
    await manager.getByRole('button', { name: `Delete ${name}` }).click();
  }
  await expect(tagged).toHaveCount(0);
  await manager.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tagged).toHaveCount(1);
  await manager.getByRole('button', { name: 'Close' }).last().click();
});

test('by mouse: nearest vehicles of a row, checked first; a marker has a card and a menu', async ({
  office,
  clock,
}) => {
  const { page, asked } = await office(60);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(45);
  await page.getByRole('button', { name: /^\d+ Parked/ }).click();
  const plate = await rowsOf(page).first().locator('.plate').innerText();
  // Rows change places as vehicles set out or park.
  const row = rowsOf(page).filter({ has: page.getByText(plate, { exact: true }) });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Nearest vehicles' }).click();
  await expect(barOf(page)).toContainText(`Nearest to ${plate}`);
  await expect.poll(async () => (await distances(page))[0]).toBe(0);
  const far = await distances(page);
  expect(far).toEqual([...far].sort((a, b) => a - b));
  let nearest: string[] = [];
  const oldest = async () => {
    const looks = await asked('tracking.get');
    return Math.min(...nearest.map((id) => lastLook(looks, id)));
  };
  // What was looked at within five seconds is not asked about again.
  await expect
    .poll(async () => {
      const ids = await rowsOf(page).evaluateAll((rows) => rows.map(({ id }) => id));
      nearest = ids.slice(1, 6);
      return timeOfDay(clock, Date.now()) - (await oldest());
    })
    .toBeGreaterThan(7_000);
  const pressed = timeOfDay(clock, Date.now());
  await barOf(page).getByRole('button', { name: 'Check the nearest now' }).click();
  await expect(barOf(page).getByRole('status')).toHaveText(/^\d+ vehicles checked$/);
  // One that sets out meanwhile is in the list no more, and was perhaps not when it was pressed.
  const left = await rowsOf(page).evaluateAll((rows) => rows.map(({ id }) => id));
  nearest = nearest.filter((id) => left.includes(id));
  expect(nearest).not.toEqual([]);
  expect(await oldest()).toBeGreaterThan(pressed - 6_000);
  await barOf(page).getByRole('button', { name: 'Back to the list by plate' }).click();
  await expect(barOf(page)).toHaveCount(0);

  await row.dblclick();
  const map = mapOf(page);
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toContainText(plate);
  const at = await middleOf(page, map);
  await expect(async () => {
    await page.mouse.move(at.x + 60, at.y + 60);
    await page.mouse.move(at.x, at.y, { steps: 4 });
    await expect(page.locator('.hover-card')).toContainText(plate, { timeout: 1000 });
  }).toPass();
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await expect(page.getByRole('menu', { name: plate })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Follow' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});
