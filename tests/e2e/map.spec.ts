import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, startAfresh, test } from './demo-service';
import type { Fleetdesk } from './fleetdesk';
import { drawnVehicles } from './hooks';

/** The parts of a map's picture that are not its most frequent colour: streets, lines, vehicles. */
async function inkOn({ app, page }: Pick<Fleetdesk, 'app' | 'page'>, map: Locator) {
  const clip = await map.boundingBox();
  if (clip === null) throw new Error('There is no map.');
  const picture = await page.screenshot({ clip });
  return app.evaluate(({ nativeImage }, base64) => {
    const pixels = nativeImage.createFromBuffer(Buffer.from(base64, 'base64')).toBitmap();
    const counts = new Map<number, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = pixels.readUInt32LE(at);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...counts.values()) / (pixels.length / 4);
  }, picture.toString('base64'));
}

const graphicsProcess = (app: ElectronApplication) =>
  app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0,
  );

/** Ends the graphics process, and waits until another one has taken its place. */
async function killGraphics(app: ElectronApplication): Promise<void> {
  const before = await graphicsProcess(app);
  expect(before).toBeGreaterThan(0);
  process.kill(before, 'SIGKILL');
  await expect.poll(() => graphicsProcess(app)).not.toBe(before);
  await expect.poll(() => graphicsProcess(app)).not.toBe(0);
}

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map' });

/**
 * So that only the map's own drawing is looked at: canvases that stand still. Chromium itself
 * draws the rest of a page again.
 */
async function settledInk(office: Pick<Fleetdesk, 'app' | 'page'>, map: Locator): Promise<number> {
  await office.page.evaluate(() => {
    const canvasesAlone = new CSSStyleSheet();
    canvasesAlone.replaceSync('*:not(canvas, :has(canvas)) { visibility: hidden !important; }');
    document.adoptedStyleSheets.push(canvasesAlone);
  });
  let last = -1;
  let calm = 0;
  await expect
    .poll(
      async () => {
        const now = await inkOn(office, map);
        calm = Math.abs(now - last) < 0.002 ? calm + 1 : 0;
        last = now;
        return calm;
      },
      // A map that is about to move to its line stands still for a moment, too.
      { intervals: [300] },
    )
    .toBe(3);
  return last;
}

test('the map zooms by the wheel, and is drawn again when the graphics process has ended', async ({
  office,
}) => {
  const fleetdesk = await office(12);
  const { app, page } = fleetdesk;

  await test.step('a notch of the wheel zooms by about one level', async () => {
    await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(8);
    const map = mapOf(page);
    const box = await map.boundingBox();
    if (box === null) throw new Error('There is no map.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    /** How many pixels of the screen a kilometre of the map takes, by the bar of its scale. */
    const pixelsPerKilometre = () =>
      map.locator('.leaflet-control-scale-line').evaluate((bar: HTMLElement) => {
        const [, number, unit] = /([\d.]+) (k?m)/.exec(bar.textContent ?? '') ?? [];
        return bar.offsetWidth / (Number(number) / (unit === 'm' ? 1000 : 1));
      });
    const start = await pixelsPerKilometre();
    await page.mouse.wheel(0, -120);
    await expect.poll(async () => (await pixelsPerKilometre()) / start).toBeGreaterThan(1.85);
    let settled = 0;
    await expect(async () => {
      const before = settled;
      settled = await pixelsPerKilometre();
      expect(settled).toBe(before);
    }).toPass();
    expect(settled / start).toBeLessThan(2.15);
  });

  await test.step('streets and vehicles are drawn again when the graphics process has ended', async () => {
    await startAfresh(page);
    await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(8);
    const map = mapOf(page);
    const before = await settledInk(fleetdesk, map);
    await killGraphics(app);
    await expect.poll(() => inkOn(fleetdesk, map)).toBeGreaterThan(before * 0.95);
  });

  await test.step('the line of a replay is drawn again when the graphics process has ended', async () => {
    await startAfresh(page);
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Replay today' }).click();
    await page.getByRole('button', { name: 'Previous day with data' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Drive');
    const map = page.locator('.base-map');
    const before = await settledInk(fleetdesk, map);
    await killGraphics(app);
    await expect.poll(() => inkOn(fleetdesk, map)).toBeGreaterThan(before * 0.95);
  });
});
