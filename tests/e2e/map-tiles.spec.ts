import { MapServer, plainPicture, type Colour } from '../integration/tiles/map-server';
import { capabilities, layer } from '../unit/core/map-sources/wms/wms-answers';
import { shareOf } from './color-share';
import { expect, test } from './demo-service';

/** A green that nothing of ours is drawn in. */
const green: Colour = [24, 120, 72];

test('an online map is drawn, saved, drawn without its server after a restart, and deleted', async ({
  office,
  launch,
  watchman,
  expectComplaint,
}) => {
  // What a page says of a tile that could not be had.
  expectComplaint(/502/);
  const server = new MapServer(({ url = '' }, response) => {
    if (url.includes('GetCapabilities')) {
      response.end(capabilities(layer('roads', 'Roads') + layer('air', 'Air photos')));
      return;
    }
    response.setHeader('cache-control', 'max-age=1').setHeader('etag', '"1"');
    response.end(plainPicture(256, green));
  });
  await server.start();
  watchman.allow(server.origin);
  const first = await office(12);
  let { page } = first;
  const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const map = () => page.getByRole('region', { name: 'Map', exact: true });

  await go('Settings');
  await page.getByRole('button', { name: 'OpenStreetMap…' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add by address…' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${server.origin}/{z}/{x}/{y}.png`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Office map');
  const attribution = '© <a href="https://office.example/maps">The office</a>';
  await page.getByRole('textbox', { name: 'Attribution' }).fill(attribution);
  await page.getByRole('checkbox', { name: 'This server is on this computer' }).check();
  await page.getByRole('button', { name: 'Add map' }).click();
  await expect(page.getByRole('switch', { name: 'Office map' })).toBeChecked();

  await go('Map');
  await expect.poll(() => shareOf(page, map(), green)).toBeGreaterThan(0.4);
  await expect(map()).toContainText('© The office');
  await expect(map().getByRole('link', { name: 'The office' })).toBeVisible();
  expect(
    server.asked.every(({ headers }) => /^Fleetdesk\//.test(headers['user-agent'] ?? '')),
  ).toBe(true);
  expect(server.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  await go('Settings');
  await expect(page.getByText(/\d images · oldest from/)).toBeVisible();

  await page.getByRole('button', { name: 'Add by address…' }).click();
  await page.getByText('WMS', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${server.origin}/ows`);
  await page.getByRole('checkbox', { name: 'This server is on this computer' }).check();
  await page.getByRole('button', { name: 'Read layers' }).click();
  await page.getByRole('checkbox', { name: 'Air photos' }).check();
  await page.getByRole('button', { name: 'Add map' }).click();
  const ofWms = page.getByRole('switch', { name: 'City & country GIS' });
  await expect(ofWms).toBeChecked();
  expect(server.asked.at(-1)?.url).toMatch(/^\/ows\?SERVICE=WMS&.*&LAYERS=air&/);
  await page.getByRole('button', { name: 'Remove City & country GIS' }).click();
  await expect(ofWms).toBeHidden();

  await first.quit();
  await server.stop();
  const second = await launch({ userData: first.userData });
  ({ page } = second);
  await expect(map()).toContainText('Office map: The map server can’t be reached. Next try at');
  await expect.poll(() => shareOf(page, map(), green)).toBeGreaterThan(0.4);

  await go('Settings');
  await page.getByRole('button', { name: 'Delete images…' }).click();
  await page.getByRole('button', { name: 'Delete images', exact: true }).click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await go('Map');
  await expect(map()).toContainText('Office map: The map server can’t be reached.');
  await expect.poll(() => shareOf(page, map(), green)).toBeLessThan(0.05);
});
