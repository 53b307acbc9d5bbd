import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { MapServer } from '../integration/tiles/map-server';
import { answerRange } from '../map-files/answer-ranges';
import { realTiles } from '../map-files/real-tiles';
import { pmtilesBytes } from '../map-files/write-archives';
import { shareOf } from './color-share';
import { expect, test } from './demo-service';
import { makeUserData } from './fleetdesk';

/** What streets are drawn in, and nothing else of the map: map-tokens.css. */
const streets = [253, 253, 254] as const;

/** Bytes between two contents, so that they come by requests of their own. */
const apart = 20_000;

/** Chicago as an archive whose tiles lie far apart. */
function chicagoArchive(): Buffer {
  const { tiles, bounds } = realTiles('chicago');
  return pmtilesBytes(tiles, {
    ...{ name: 'Chicago', bounds, gap: apart },
    attribution: '© OpenStreetMap contributors',
    layers: ['road', 'road_label', 'water', 'building', 'place_label'],
  });
}

/** Has a person choose this file for the copy. */
async function save(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath: chosen })) as typeof dialog.showSaveDialog;
  }, file);
}

test('a region drawn with the mouse is copied, also over a kill, and drawn without a network', async ({
  office,
  launch,
  watchman,
}) => {
  const archive = chicagoArchive();
  let answers = Infinity;
  const server = new MapServer((request, response) => {
    // Beyond so many answers the connection stays silent, as in a bad network.
    if ((answers -= 1) >= 0) answerRange(request, response, archive);
  });
  await server.start();
  watchman.allow(server.origin);
  const first = await office(12);
  const { page, app } = first;
  const file = join(await makeUserData(), 'chicago.mbtiles');

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Copy a region…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy a region' });
  await dialog.getByLabel('Address of the map file').fill(`${server.origin}/chicago.pmtiles`);
  await dialog.getByRole('checkbox', { name: 'This server is on this computer' }).check();
  await dialog.getByRole('button', { name: 'Read map' }).click();
  const map = dialog.getByRole('region', { name: 'Area to copy' });
  await expect(map).toBeVisible();
  await dialog.getByRole('button', { name: 'Draw area' }).click();
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 60, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width - 12, box.y + box.height - 12, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByText(/\d+ tiles · .* · about/)).toBeVisible();
  await save(app, file);
  answers = 6;
  await dialog.getByRole('button', { name: 'Copy…' }).click();
  await expect(page.getByRole('progressbar', { name: 'Progress of Chicago' })).toBeVisible();
  await expect.poll(() => answers).toBeLessThan(0);

  await first.kill();
  answers = Infinity;
  const before = server.asked.length;
  const second = await launch({ userData: first.userData });
  await second.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(second.page.getByRole('switch', { name: 'Chicago' })).toBeChecked();
  // What was there before the kill did not come a second time.
  const again = server.asked.slice(before).map(({ headers }) => headers.range);
  expect(server.asked.slice(0, before - 2).map(({ headers }) => headers.range)).not.toEqual(
    expect.arrayContaining(again),
  );
  await server.stop();

  await second.page.evaluate(
    (view) => {
      for (const key of Object.keys(localStorage)) {
        const [, connection] = /^fleetdesk\.view\.seen\.(.+)$/.exec(key) ?? [];
        if (connection) localStorage.setItem(`fleetdesk.view.live.${connection}`, view);
      }
    },
    JSON.stringify({ latitude: 41.87, longitude: -87.66, zoom: 14 }),
  );
  await second.page.getByRole('link', { name: 'Map', exact: true }).click();
  const live = second.page.getByRole('region', { name: 'Map', exact: true });
  await expect(live).toContainText('© OpenStreetMap contributors');
  await expect.poll(() => shareOf(second.page, live, streets)).toBeGreaterThan(0.03);
});
