import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { streetsSchema } from '../../electron/contract/streets';
import { generateStreets } from '../../electron/demo';
import { MapServer } from '../integration/tiles/map-server';
import { streetLayers, streetTiles } from '../map-files/street-tiles';
import { writePmtiles } from '../map-files/write-archives';
import { auditor } from './auditor';
import { expect, test } from './demo-service';
import { makeUserData } from './fleetdesk';
import { drawnVehicles } from './hooks';
import { goTo } from './keys';

const findPanel = (page: Page) => page.getByRole('region', { name: 'Place search' });
const nearest = (page: Page) => page.getByRole('region', { name: 'Nearest vehicles' });
const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Place, street or address', exact: true });
const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** Works offline, as the person can choose in the connection's menu. */
async function workOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fleetdesk } = window as unknown as {
      fleetdesk: { settings: { update(change: unknown): Promise<unknown> } };
    };
    return fleetdesk.settings.update({ workOffline: true });
  });
}

async function openMap(app: ElectronApplication, page: Page, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog;
  }, file);
  await page.getByRole('button', { name: 'Open a map…' }).click();
}

test('by keyboard: a street of a map file is found offline, and the vehicles nearest to it', async ({
  office,
}) => {
  const { app, page } = await office(30);
  // The demo's town under other names: what is found comes from the file.
  const streets = streetsSchema.parse(generateStreets(1));
  const roads = streets.roads.map((road) => ({
    ...road,
    ...(road.name !== undefined && { name: `Nova ${road.name}` }),
  }));
  const street = roads.find(({ name }) => name !== undefined)?.name ?? '';
  const file = join(await makeUserData(), 'town.pmtiles');
  const tiles = streetTiles({ ...streets, roads }, 9, 14);
  await writePmtiles(
    file,
    tiles.filter(({ z }) => [9, 12, 14].includes(z)),
    { name: 'Town', layers: streetLayers, bounds: streets.bbox },
  );
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(20);
  await go(page, 'Settings');
  await openMap(app, page, file);
  await expect(page.getByText(/\d names in the search/)).toBeVisible();
  await workOffline(page);
  await go(page, 'Map');

  await page.getByRole('region', { name: 'Map', exact: true }).focus();
  await page.keyboard.press('p');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(street);
  const found = findPanel(page).getByRole('option', { name: street }).first();
  await expect(found).toContainText(`Street · `);
  await expect(found).toContainText(streets.name);
  const audit = await auditor(page);
  await audit.look('results');
  await page.keyboard.press('Enter');
  await expect(findPanel(page).getByRole('status').first()).toContainText(street);

  // On to the button beside the name, with Tab alone.
  const button = findPanel(page).getByRole('button', { name: 'Nearest vehicles' });
  await goTo(page, button);
  await page.keyboard.press('Enter');
  await expect(nearest(page)).toContainText(`Nearest to ${street}`);
  await audit.look('nearest vehicles');
  expect(audit.faults).toEqual({});

  // A map that is taken away takes its names along.
  await go(page, 'Settings');
  await page.getByRole('button', { name: 'Remove Town' }).click();
  await expect(page.getByRole('switch', { name: 'Town' })).toBeHidden();
  await go(page, 'Map');
  await field(page).fill(street);
  await expect(findPanel(page)).toContainText('No place or street matches');
});

test('by mouse: an address is asked of a server by a click alone, and is there offline after a restart', async ({
  office,
  launch,
  watchman,
}) => {
  const properties = { street: 'Rua Bocaiúva', housenumber: '2068', city: 'Florianópolis' };
  const features = [{ geometry: { type: 'Point', coordinates: [-48.54, -27.59] }, properties }];
  const server = new MapServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ type: 'FeatureCollection', features }));
  });
  await server.start();
  watchman.allow(server.origin);
  const first = await office(12);
  let { page } = first;

  await go(page, 'Settings');
  await page.getByRole('combobox', { name: 'Address search' }).click();
  await page.getByRole('option', { name: 'Photon' }).click();
  await page.getByRole('textbox', { name: 'Address of the server' }).fill(server.origin);
  await page.getByRole('checkbox', { name: 'The server is in our network' }).check();
  await page.getByRole('button', { name: 'Use this server' }).click();
  await expect(page.getByText(`In use: 127.0.0.1:${server.port}`)).toBeVisible();

  await go(page, 'Map');
  await page.getByRole('button', { name: 'Search for a place' }).click();
  await field(page).fill('rua bocaiuva 2068');
  const ask = findPanel(page).getByRole('option', { name: 'Search “rua bocaiuva 2068” on' });
  await expect(ask).toBeVisible();
  expect(server.asked).toEqual([]);
  await ask.click();
  const address = findPanel(page).getByRole('option', { name: 'Rua Bocaiúva 2068' });
  await expect(address).toContainText('Florianópolis');
  await expect(findPanel(page)).toContainText('© OpenStreetMap contributors');
  await address.click();
  await expect(findPanel(page).getByRole('status').first()).toContainText('Rua Bocaiúva 2068');
  expect(server.asked.map(({ url }) => url)).toEqual(['/api?q=rua%20bocaiuva%202068&limit=8']);

  await first.quit();
  await server.stop();
  ({ page } = await launch({ userData: first.userData }));
  await page.getByRole('button', { name: 'Search for a place' }).click();
  await field(page).fill('Rua Bocaiúva 2068');
  await findPanel(page).getByRole('option', { name: 'on 127.0.0.1' }).click();
  await expect(findPanel(page).getByRole('option', { name: 'Rua Bocaiúva 2068' })).toBeVisible();

  await go(page, 'Settings');
  await expect(page.getByText(/1 answer · /)).toBeVisible();
  await page.getByRole('button', { name: 'Delete…' }).last().click();
  await page.getByRole('button', { name: 'Delete answers' }).click();
  await expect(page.getByText('None yet.').last()).toBeVisible();
});
