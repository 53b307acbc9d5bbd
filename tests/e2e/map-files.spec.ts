import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { realTiles } from '../map-files/real-tiles';
import { writeMbtiles, writePmtiles } from '../map-files/write-archives';
import { shareOf } from './color-share';
import { expect, test } from './demo-service';
import { makeUserData } from './fleetdesk';

/** A file that is gone is looked for every now and then. */
test.use({ pace: 3 });

/** Layers of Mapbox Streets, by which the schema is told. */
const layers = ['road', 'road_label', 'water', 'building', 'place_label'];
const words = { layers, attribution: '© OpenStreetMap contributors' };

/** What streets are drawn in, and nothing else of the map: map-tokens.css. */
const streets = { light: [253, 253, 254], dark: [77, 88, 101] } as const;

/** Has a person choose this file in the next dialog. */
async function choose(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog;
  }, file);
}

/** Opens a map file in the settings. */
async function openMap(app: ElectronApplication, page: Page, file: string): Promise<void> {
  await choose(app, file);
  await page.getByRole('button', { name: 'Open a map…' }).click();
}

/** Drops a file as a person does: one that the page was given by the system, which has a path. */
async function dropMap(page: Page, target: Locator, file: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dragged';
    document.body.append(input);
  });
  const input = page.locator('#dragged');
  await input.setInputFiles(file);
  await target.evaluate((element) => {
    const dragged = document.querySelector<HTMLInputElement>('#dragged');
    const dataTransfer = new DataTransfer();
    for (const each of dragged?.files ?? []) dataTransfer.items.add(each);
    for (const type of ['dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
    dragged?.remove();
  });
}

/** Leaves the map on a place, as if a person had moved it there; the fleet must have been seen on it. */
async function lookAt(page: Page, latitude: number, longitude: number, zoom: number) {
  await page.evaluate((view) => {
    for (const key of Object.keys(localStorage)) {
      const [, connection] = /^fleetdesk\.view\.seen\.(.+)$/.exec(key) ?? [];
      if (connection) localStorage.setItem(`fleetdesk.view.live.${connection}`, view);
    }
  }, JSON.stringify({ latitude, longitude, zoom }));
}

test('street maps from files are drawn offline in our own look, and wait for a drive that is gone', async ({
  office,
}) => {
  const { app, page } = await office(12);
  const folder = await makeUserData();
  const [city, bay] = [join(folder, 'chicago.pmtiles'), join(folder, 'bay.mbtiles')];
  const [chicago, sanFrancisco] = [realTiles('chicago'), realTiles('sanfrancisco')];
  await writePmtiles(city, chicago.tiles, { ...words, name: 'Chicago', bounds: chicago.bounds });
  await writeMbtiles(bay, sanFrancisco.tiles, {
    ...{ ...words, name: 'San Francisco', bounds: sanFrancisco.bounds },
    ...{ minZoom: 15, maxZoom: 15 },
  });

  // The map keeps its views by connection, and the first one once it has shown the fleet.
  const seen = () => Object.keys(localStorage).filter((key) => key.includes('.view.seen.')).length;
  await expect.poll(() => page.evaluate(seen)).toBe(1);
  await page.getByRole('link', { name: 'Settings' }).click();
  await openMap(app, page, city);
  await expect(page.getByRole('switch', { name: 'Chicago' })).toBeChecked();
  await dropMap(page, page.getByText('Street maps from files'), bay);
  await expect(page.getByRole('switch', { name: 'San Francisco' })).toBeChecked();
  // A page that names a path itself is refused: only what a person dropped has one.
  const named = await page.evaluate((path) => {
    const { fleetdesk } = window as unknown as {
      fleetdesk: { mapSources: { addDropped(file: unknown): Promise<unknown> } };
    };
    return Promise.resolve(path).then(fleetdesk.mapSources.addDropped).then(JSON.stringify, String);
  }, bay);
  expect(named).toContain('expected to receive a File object');

  const map = page.getByRole('region', { name: 'Map', exact: true });
  for (const [theme, latitude, longitude, zoom] of [
    ['light', 41.87, -87.66, 15],
    ['dark', 37.766, -122.447, 16.5],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await lookAt(page, latitude, longitude, zoom);
    await page.getByRole('link', { name: 'Map' }).click();
    await expect(map).toContainText('© OpenStreetMap contributors');
    await expect.poll(() => shareOf(page, map, streets[theme])).toBeGreaterThan(0.04);
    await page.getByRole('link', { name: 'Settings' }).click();
  }

  // As after a drive was taken away: a file that is shown again is opened again.
  const shown = page.getByRole('switch', { name: 'Chicago' });
  await shown.click();
  await expect(shown).not.toBeChecked();
  await rename(city, `${city}.away`);
  await shown.click();
  await lookAt(page, 41.87, -87.66, 14);
  await page.getByRole('link', { name: 'Map' }).click();
  await expect(map).toContainText('Chicago: The map file can’t be found.');
  await expect.poll(() => shareOf(page, map, streets.dark)).toBeLessThan(0.01);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('The map file can’t be found.')).toBeVisible();
  await rename(`${city}.away`, city);
  await expect(page.getByText('The map file can’t be found.')).toBeHidden();
});
