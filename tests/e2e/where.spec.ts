import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { streetsSchema } from '../../electron/contract/streets';
import { generateStreets } from '../../electron/demo';
import { streetLayers, streetTiles } from '../map-files/street-tiles';
import { writePmtiles } from '../map-files/write-archives';
import { expect, test } from './demo-service';
import { makeUserData } from './fleetdesk';

const listOf = (page: Page) => page.getByRole('region', { name: 'Vehicle list' });
const rowsOf = (page: Page) => listOf(page).getByRole('option');
const cardOf = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });

/** What rows tell of where their vehicles are. */
async function places(rows: Locator): Promise<string[]> {
  return rows.locator('.detail').allInnerTexts();
}

async function openMap(app: ElectronApplication, page: Page, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog;
  }, file);
  await page.getByRole('button', { name: 'Open a map…' }).click();
}

test('list, card and shared text name the street, by the demo’s streets and by a map file', async ({
  office,
}) => {
  const { app, page } = await office(30);
  const streets = streetsSchema.parse(generateStreets(1));
  const known = new Set(streets.roads.flatMap(({ name }) => name ?? []));
  const isStreet = (text: string) => known.has(text.replace(/^Near /, '').split(', ')[0] ?? '');

  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitemradio', { name: 'Show places' }).click();
  await expect
    .poll(async () => (await places(rowsOf(page))).filter(isStreet).length, { timeout: 60_000 })
    .toBeGreaterThan(5);
  await rowsOf(page).first().click();
  await expect.poll(() => cardOf(page).locator('.where').innerText()).not.toBe('');

  // The same town under other names: what is told now comes from the file.
  const renamed = {
    ...streets,
    roads: streets.roads.map((road) => ({ ...road, ...(road.name && { name: `F ${road.name}` }) })),
  };
  const file = join(await makeUserData(), 'town.pmtiles');
  const tiles = streetTiles(renamed, 9, 14).filter(({ z }) => [9, 12, 14].includes(z));
  await writePmtiles(file, tiles, { name: 'Town', layers: streetLayers, bounds: streets.bbox });
  await page.getByRole('link', { name: 'Settings' }).click();
  await openMap(app, page, file);
  await expect(page.getByRole('switch', { name: 'Town' })).toBeChecked();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const ofFile = (text: string) => /^(Near )?F /.test(text);
  await expect
    .poll(async () => (await places(rowsOf(page))).filter(ofFile).length, { timeout: 60_000 })
    .toBeGreaterThan(5);
  await rowsOf(page).filter({ hasText: /F / }).first().click();
  await expect.poll(() => cardOf(page).locator('.where').innerText()).toMatch(/^(Near )?F /);

  await cardOf(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share position as text' }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/\n(Near )?F .+\n-?\d+\.\d{6}, /);
});
