import type { Camera } from './camera';
import { startMapServer, type ShotsMapServer } from './map-server';
import type { PageDriver } from './page-driver';

const isPrivate = 'This server is on this computer or in our own network';

/**
 * The menu of maps, what the settings say of them, and the dialogs that add them. What these read
 * comes from a server of this process; nothing is added.
 */
export async function shootMaps(page: PageDriver, camera: Camera): Promise<void> {
  if (!camera.wants('map-menu', 'settings-map', 'online-map', 'wms', 'copy-region')) return;
  const server = await startMapServer();
  try {
    if (camera.wants('map-menu')) await shootMenu(page, camera);
    await page.go('/settings/map');
    await page.show('Map');
    await camera.everyLook('settings-map');
    if (camera.wants('online-map', 'wms')) await shootOnlineMap(page, camera, server);
    if (camera.wants('copy-region')) await shootCopy(page, camera, server);
  } finally {
    server.stop();
  }
}

async function shootMenu(page: PageDriver, camera: Camera): Promise<void> {
  await page.go('/map');
  await page.press('Maps');
  await page.until('the menu of maps', `document.querySelector('[role=menu]') !== null`);
  await camera.everyLook('map-menu');
  page.key('Escape');
}

async function shootOnlineMap(
  page: PageDriver,
  camera: Camera,
  { wms }: ShotsMapServer,
): Promise<void> {
  await page.press('Add by address…');
  await untilDialog(page, true);
  await camera.everyLook('online-map');
  if (camera.wants('wms')) {
    await page.press('WMS');
    await page.fill('Address', wms);
    await page.check(isPrivate);
    await page.press('Read layers');
    await page.check('Streets and paths');
    await page.check('Road works');
    await camera.everyLook('wms');
  }
  await page.press('Cancel');
  await untilDialog(page, false);
}

async function shootCopy(
  page: PageDriver,
  camera: Camera,
  { archive }: ShotsMapServer,
): Promise<void> {
  await page.press('Copy a region…');
  await page.fill('Address of the map file (PMTiles)', archive);
  await page.check(isPrivate);
  await page.press('Read map');
  await page.press('Use visible area');
  await page.until(
    'what the copy takes',
    `[...document.querySelectorAll('[role=status]')].some(({ textContent }) =>
      /tiles? · .* · about/.test(textContent))`,
  );
  await camera.everyLook('copy-region');
  await page.press('Cancel');
  await untilDialog(page, false);
}

async function untilDialog(page: PageDriver, isOpen: boolean): Promise<void> {
  await page.until(
    'the dialog',
    `(document.querySelector('[role=dialog]') !== null) === ${isOpen}`,
  );
}
