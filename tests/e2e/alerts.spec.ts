import type { Page } from '@playwright/test';
import type { PreloadApi } from '../../electron/contract/bridge';
import type { AlertRule } from '../../electron/contract/alert-rules';
import { auditor } from './auditor';
import { expect, test as base, type Office } from './demo-service';
import { playDesktop, type DesktopServices } from './desktop-services';
import { drawnVehicles } from './hooks';

const test = base.extend<{ desktop: DesktopServices }>({
  // Playwright reads the names of the fixtures that another needs from the braces.
  // eslint-disable-next-line no-empty-pattern
  desktop: async ({}, use) => {
    const desktop = await playDesktop();
    await use(desktop);
    desktop.close();
  },
});
test.skip(process.platform !== 'linux', 'The desktop that the test plays is one of Linux.');

const panelOf = (page: Page) => page.getByRole('region', { name: 'Alert details' });
const railOf = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

/** One of the choices of which one holds. */
const choiceOf = (page: Page, name: string) =>
  page.getByRole('radio', { name }).or(page.getByRole('button', { name, exact: true }));

/** Vehicles that are on their way, the fastest first: those are in the midst of it. */
async function movingVehicles(page: Page, atLeast: number): Promise<string[]> {
  const moving = async () =>
    (await drawnVehicles(page)).filter(({ motion }) => motion === 'moving');
  const patience = { timeout: 60_000 };
  await expect.poll(async () => (await moving()).length, patience).toBeGreaterThanOrEqual(atLeast);
  const before = new Map((await moving()).map((vehicle) => [vehicle.id, vehicle]));
  let moved: { id: string; way: number }[] = [];
  const look = async () => {
    moved = (await moving()).flatMap(({ id, latitude, longitude }) => {
      const was = before.get(id);
      const way = was ? Math.hypot(latitude - was.latitude, longitude - was.longitude) : 0;
      return way > 0 ? [{ id, way }] : [];
    });
    return moved.length;
  };
  await expect.poll(look, patience).toBeGreaterThanOrEqual(atLeast);
  return moved.sort((one, other) => other.way - one.way).map(({ id }) => id);
}

/** A rule that any vehicle on its way breaks. */
function ruleFor(vehicleId: string, name: string): AlertRule {
  return {
    ...{ id: name, name, kind: 'speed', isOn: true, limit: 5, zones: null, hours: null },
    vehicles: { kind: 'chosen', vehicleIds: [vehicleId], labelIds: [] },
    ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
  };
}

/** Keeps a rule as the page does; the page lives on in a window that was closed to the tray. */
async function saveRule(page: Page, rule: AlertRule): Promise<void> {
  const answer = await page.evaluate(
    (kept) => (window as unknown as { fleetdesk: PreloadApi }).fleetdesk.alerts.saveRule(kept),
    rule,
  );
  expect(answer.ok).toBe(true);
}

/** Counts the sounds that the page plays from now on. */
async function hearSounds(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const heard = { begun: 0 };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      heard.begun += 1;
      start.call(this, at);
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: { begun: number } }).heard.begun);
}

/** The rule is made in its form, as a person makes it. */
async function makeRule(page: Page, plate: string): Promise<void> {
  await railOf(page).getByRole('link', { name: 'Alerts' }).click();
  await choiceOf(page, 'Rules').click();
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('menuitem', { name: 'Speeding' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Too fast');
  await page.getByRole('textbox', { name: 'Faster than' }).fill('5');
  await choiceOf(page, 'Some').click();
  const vehicle = page.getByRole('combobox', { name: 'Add a vehicle' });
  await vehicle.fill(plate);
  await page.getByRole('option', { name: plate }).first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Rule “Too fast” saved.')).toBeVisible();
}

/** What a vehicle is called, as its card says. */
async function plateOf(page: Page, vehicleId: string): Promise<string> {
  await page.evaluate((id) => {
    window.location.hash = `#/map?vehicle=${id}`;
  }, vehicleId);
  const heading = page
    .getByRole('region', { name: 'Vehicle details' })
    .getByRole('heading')
    .first();
  await expect(heading).not.toHaveText('');
  return heading.innerText();
}

/** Cuts all connections to a demo service for some time, the one that asks for it among them. */
async function cutLine(url: string, seconds: number): Promise<void> {
  const asked = fetch(new URL('/control/outage', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
  await asked.catch(() => undefined);
}

/** Closes the window as a person does, who answers that Fleetdesk is to stay in the tray. */
async function closeToTray({ app }: Office): Promise<void> {
  await app.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = (() =>
      Promise.resolve({ response: 0, checkboxChecked: false })) as typeof dialog.showMessageBox;
    BrowserWindow.getAllWindows()[0]?.close();
  });
  await expect.poll(() => isVisible({ app })).toBe(false);
}

function isVisible({ app }: Pick<Office, 'app'>): Promise<boolean | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
}

test('an alert reaches the desktop with a sound, is acknowledged, and stays so after a restart', async ({
  desktop,
  office,
  launch,
}) => {
  const first = await office(12);
  const { page } = first;
  const [vehicle = ''] = await movingVehicles(page, 1);
  const plate = await plateOf(page, vehicle);
  const sounds = await hearSounds(page);
  await makeRule(page, plate);

  await expect.poll(() => desktop.shown.length, { timeout: 60_000 }).toBe(1);
  const [notice] = desktop.shown;
  expect(notice?.title).toContain(plate);
  expect(notice?.title).toMatch(/km\/h, limit 5 km\/h/);
  expect(notice?.body).toContain('Too fast');
  // The two notes of one sound.
  await expect.poll(sounds).toBe(2);
  await expect(railOf(page).getByRole('link', { name: 'Alerts: 1 open alert' })).toBeVisible();

  if (notice) desktop.click(notice);
  await expect(panelOf(page)).toContainText(plate);
  await page.getByRole('textbox', { name: 'Note' }).fill('Called the driver');
  await panelOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(panelOf(page)).toContainText('Saved.');
  await panelOf(page).getByRole('heading').first().click();
  await page.keyboard.press('a');
  await expect(panelOf(page)).toContainText('Acknowledged');
  await expect(railOf(page).getByRole('link', { name: 'Alerts', exact: true })).toBeVisible();
  const audit = await auditor(page);
  await audit.look('alert');
  await choiceOf(page, 'Rules').click();
  await page.getByRole('row', { name: /Too fast/ }).click();
  await expect(page.getByRole('textbox', { name: 'Faster than' })).toBeVisible();
  await audit.look('rule');
  expect(audit.faults).toEqual({});
  await first.quit();

  const second = await launch({ userData: first.userData });
  await expect(railOf(second.page)).toBeVisible({ timeout: 60_000 });
  await railOf(second.page).getByRole('link', { name: 'Alerts' }).click();
  await choiceOf(second.page, 'Acknowledged').click();
  await second.page.getByRole('option', { name: plate }).first().click();
  await expect(panelOf(second.page)).toContainText('Acknowledged');
  await expect(second.page.getByRole('textbox', { name: 'Note' })).toHaveValue('Called the driver');
  expect(desktop.shown.map(({ title }) => title)).toEqual([notice?.title]);
});

/** Draws a circle around the middle of the map of zones, as a hand does, in the group *Yards*. */
async function drawCircle(page: Page, name: string): Promise<void> {
  await railOf(page).getByRole('link', { name: 'Zones' }).click();
  const map = page.getByRole('region', { name: 'Map of zones' });
  await expect(map).toBeVisible();
  await page.getByRole('button', { name: 'New zone' }).click();
  await page.getByRole('menuitem', { name: 'Circle' }).click();
  const panel = page.getByRole('region', { name: 'Zone', exact: true });
  await expect(panel).toBeVisible();
  const box = await map.boundingBox();
  if (box === null) throw new Error('There is no map.');
  const reach = Math.min(box.width, box.height) / 4;
  for (const right of [0, reach]) {
    const [x, y] = [box.x + box.width / 2 + right, box.y + box.height / 2];
    await page.mouse.move(x, y, { steps: 5 });
    await page.mouse.click(x, y);
  }
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  await panel.getByRole('textbox', { name: 'Group' }).fill('Yards');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} saved.`)).toBeVisible();
}

/** Makes a rule about who leaves a zone of a group, of all vehicles, in its form. */
async function watchZones(page: Page, group: string): Promise<void> {
  await railOf(page)
    .getByRole('link', { name: /^Alerts/ })
    .click();
  await choiceOf(page, 'Rules').click();
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('menuitem', { name: 'Leaving a zone' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Gate');
  // The zones of a test are left again and again, within minutes.
  await page.getByRole('textbox', { name: 'Don’t repeat within' }).fill('0');
  await page.getByRole('button', { name: 'Zone groups' }).click();
  await page.getByRole('option', { name: group }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Rule “Gate” saved.')).toBeVisible();
}

/** Puts circles of the group around all vehicles that are on their way: who goes on leaves its own. */
async function surround(page: Page, name: string): Promise<void> {
  await railOf(page).getByRole('link', { name: 'Map', exact: true }).click();
  await movingVehicles(page, 2);
  const moving = (await drawnVehicles(page)).filter(({ motion }) => motion === 'moving');
  const places = moving.map(({ latitude, longitude }) => ({ latitude, longitude }));
  const answer = await page.evaluate(
    ([known, centers]) => {
      const { zones } = (window as unknown as { fleetdesk: PreloadApi }).fleetdesk;
      return zones.save(
        centers.map((center, index) => ({
          ...{ id: `${known} ${String(index)}`, name: known, color: '#2F5BD0', group: 'Yards' },
          ...{ isShown: true, shape: { kind: 'circle' as const, center, radius: 250 } },
        })),
      );
    },
    [name, places] as const,
  );
  expect(answer.ok).toBe(true);
}

/** How many times as fast crossings and the outage are waited for. */
const pace = 4;

test.describe('in a faster time', () => {
  test.use({ pace });

  test('a window closed to the tray goes on watching; crossings, and what an outage brought, are told once', async ({
    desktop,
    office,
  }) => {
    test.setTimeout(420_000);
    const running = await office(40);
    const { page } = running;
    await expect.poll(() => desktop.icons.length, { message: 'the icon in the tray' }).toBe(1);
    const [vehicle = ''] = await movingVehicles(page, 1);
    await closeToTray(running);
    expect(running.isRunning()).toBe(true);

    const sounds = await hearSounds(page);
    await saveRule(page, ruleFor(vehicle, 'Night watch'));
    await expect.poll(() => desktop.shown.length, { timeout: 60_000 }).toBe(1);
    expect(desktop.shown[0]?.body).toContain('Night watch');
    await expect.poll(sounds).toBe(2);
    expect(await isVisible(running)).toBe(false);

    if (desktop.shown[0]) desktop.click(desktop.shown[0]);
    await expect.poll(() => isVisible(running)).toBe(true);
    await expect(panelOf(page)).toContainText('Night watch');

    await drawCircle(page, 'Yard');
    await watchZones(page, 'Yards');
    await surround(page, 'Yard');
    const crossed = () => desktop.shown.filter(({ title }) => title.includes('Left Yard'));
    await expect.poll(() => crossed().length, { timeout: 120_000 }).toBeGreaterThan(0);
    const titles = crossed().map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);

    // The line is cut for more than a minute: what was crossed meanwhile is one summary.
    await surround(page, 'Yard');
    await cutLine(running.demo.url, 66 / pace);
    await expect(page.getByRole('contentinfo')).toContainText('offline');
    const before = { shown: desktop.shown.length, sounds: await sounds() };
    const summaries = () =>
      desktop.shown.filter(({ title }) => /while Fleetdesk wasn’t updating/.test(title));
    await expect.poll(() => summaries().length, { timeout: 200_000 }).toBeGreaterThan(0);
    const since = desktop.shown.slice(before.shown);
    const others = since.filter(({ title }) => !summaries().some((each) => each.title === title));
    // The two notes of each sound are those of crossings that were seen as they happened.
    expect(await sounds()).toBeLessThanOrEqual(before.sounds + 2 * others.length);
    expect(new Set(summaries().map(({ id }) => id)).size).toBe(1);
    await closeToTray(running);
    await running.quit();
  });
});
