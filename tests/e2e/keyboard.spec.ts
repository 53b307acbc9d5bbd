import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test } from './demo-service';
import { playerState } from './hooks';
import { keyringEntries } from './keyring';
import { chooseInMenu, goTo, press, pressUntil, type } from './keys';
import { rows } from './lists';

/** A minute of the service in 20 seconds. */
test.use({ pace: 3 });

const listOf = (page: Page) => page.getByRole('listbox', { name: 'Vehicles' });
const marked = (page: Page) => listOf(page).locator('[aria-selected=true]');

/** Turns a choice of which one always holds to one of its options. */
async function turnTo(page: Page, name: string): Promise<void> {
  const option = page
    .getByRole('radio', { name, exact: true })
    .or(page.getByRole('main').getByRole('button', { name, exact: true }));
  await expect(option).toBeVisible();
  const isInGroup = () =>
    option.evaluate((element) => element.parentElement?.contains(document.activeElement) ?? false);
  await pressUntil(page, 'Tab', isInGroup);
  await goTo(page, option, 'ArrowRight');
  await page.keyboard.press(' ');
}

/** Signs in to the demo fleet; answers the plates of three vehicles that are on their way. */
async function begin(page: Page): Promise<string[]> {
  await press(page, page.getByRole('button', { name: 'Try the demo fleet' }));
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  const moving = page.getByRole('button', { name: /^\d\d+ Moving/ });
  await press(page, moving);
  await expect(moving).toHaveAttribute('aria-pressed', 'true');
  const plates = (await page.getByRole('option').locator('.plate').allInnerTexts()).slice(0, 3);
  await page.keyboard.press('Enter');
  await expect(moving).toHaveAttribute('aria-pressed', 'false');
  return plates;
}

/** Finds a vehicle by typing, and opens its card. */
async function find(page: Page, plate: string): Promise<Locator> {
  await page.keyboard.press('/');
  await page.keyboard.type(plate);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(listOf(page)).toBeFocused();
  if ((await marked(page).count()) === 0) await page.keyboard.press('ArrowDown');
  await expect(marked(page)).toContainText(plate);
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await page.keyboard.press('Enter');
  await expect(card).toContainText(plate);
  await page.keyboard.press('Enter');
  const isInCard = () => card.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInCard).toBe(true);
  return card;
}

async function replay(page: Page, card: Locator): Promise<void> {
  await press(page, card.getByRole('button', { name: 'Replay today' }));
  await press(page, page.getByRole('button', { name: 'Previous day with data' }));
  const state = async () => {
    const now = await playerState(page);
    return {
      time: now?.time ?? 0,
      isPlaying: now?.playing ?? false,
      hasPlace: (now?.position ?? null) !== null,
    };
  };
  await expect.poll(async () => (await state()).hasPlace).toBe(true);
  await goTo(page, page.getByRole('slider', { name: 'Time of day' }));
  const { time: start } = await state();
  await page.keyboard.press('End');
  await expect.poll(async () => (await state()).time).toBeGreaterThan(start + 3_600_000);
  const { time: end } = await state();
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await state()).time).toBe(end - 600_000);
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await expect.poll(async () => (await state()).isPlaying).toBe(true);
  await page.keyboard.press(' ');
  await expect.poll(async () => (await state()).isPlaying).toBe(false);
}

/** The first three rows get a new tag together. */
async function tagThree(page: Page, name: string): Promise<void> {
  await expect(listOf(page).getByRole('option').nth(2)).toBeVisible();
  await goTo(page, listOf(page));
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marked(page)).toHaveCount(3);
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, '3 selected', 'Tags and group…');
  const dialog = page.getByRole('dialog', { name: 'Tags and group of 3 vehicles' });
  await type(page, dialog.getByRole('textbox', { name: 'New tag' }), name);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Change that can be undone' })).toContainText(
    'Tags and groups of 3 vehicles were changed.',
  );
  await expect(listOf(page).getByRole('option', { name })).toHaveCount(3);
}

/** Opens the alerts by the palette. */
async function openAlerts(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('alerts');
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Alerts' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/alerts/);
}

/** Makes a rule about the speed of some vehicles. */
async function watch(page: Page, plates: readonly string[]): Promise<void> {
  await openAlerts(page);
  await turnTo(page, 'Rules');
  await press(page, page.getByRole('button', { name: 'New rule' }));
  await chooseInMenu(page, 'New rule', 'Speeding');
  await type(page, page.getByRole('textbox', { name: 'Name' }), 'Too fast');
  await type(page, page.getByRole('textbox', { name: 'Faster than' }), '5');
  await turnTo(page, 'Some');
  for (const plate of plates) {
    await type(page, page.getByRole('combobox', { name: 'Add a vehicle' }), plate);
    await expect(page.getByRole('option', { name: plate })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${plate}` })).toBeVisible();
  }
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Rule “Too fast” saved.')).toBeVisible();

  await page.keyboard.press('Control+1');
  await page.waitForURL(/#\/map/);
}

/** Acknowledges what the rule found. */
async function acknowledge(page: Page): Promise<void> {
  await openAlerts(page);
  const list = page.getByRole('listbox', { name: 'List of alerts' });
  await expect(list.getByRole('option').first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Alert details' });
  await expect(panel).toContainText('Open alert');
  await page.keyboard.press('a');
  await expect(panel).toContainText('Acknowledged');
}

/** Changes a field of a vehicle, whose change arrives. */
async function edit(page: Page, plate: string): Promise<void> {
  await page.keyboard.press('Control+3');
  await expect(rows(page).nth(1)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(plate.replace('-', '').toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await expect(details.getByRole('heading', { name: plate })).toBeVisible();
  await type(page, details.getByRole('textbox', { name: 'Description' }), 'Doca 4, só à noite');
  await expect(details).toContainText('1 field changed');
  await page.keyboard.press('Control+s');
  await expect(details).not.toContainText('field changed');
  await goTo(page, details.getByRole('tab', { selected: true }), 'Shift+Tab');
  await goTo(page, details.getByRole('tab', { name: 'History' }), 'ArrowRight');
  await page.keyboard.press('Enter');
  await expect(details).toContainText('reached the service');
  await expect(details).toContainText('Doca 4, só à noite');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
}

/** Follows the vehicle of a card, and no longer. */
async function follow(page: Page, card: Locator): Promise<void> {
  const button = card.getByRole('button', { name: 'Follow' });
  for (const follows of [true, false]) {
    await page.keyboard.press('f');
    await expect(button).toHaveAttribute('aria-pressed', String(follows));
  }
}

/** Back on the map: the found row's menu, and the whole list again. */
async function share(app: ElectronApplication, page: Page, plate: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(listOf(page)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, plate, 'Share position as text');
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(new RegExp(`^${plate} · [^]*\\nhttps://www\\.openstreetmap\\.org/`));
  await expect(listOf(page)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('option').nth(4)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeFocused();
}

/** The menus of a row and of the map: the nearest vehicles, a distance to measure. */
async function measure(page: Page, plate: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(page, plate, 'Nearest vehicles');
  const nearest = page.getByRole('region', { name: 'Nearest vehicles' });
  await expect(nearest).toContainText(`Nearest to ${plate}`);
  await expect(page.getByRole('option').first()).toContainText(plate);
  await press(page, nearest.getByRole('button', { name: 'Back to the list by plate' }));

  const map = page.getByRole('application', { name: 'Map' });
  await goTo(page, map);
  await page.keyboard.press('Shift+F10');
  // The middle of the map is meant, or the vehicle where that is still in view.
  const meant = new RegExp(`^(This place|${plate})$`);
  await chooseInMenu(page, meant, 'Measure distance from here');
  const measured = page.getByRole('region', { name: 'Measured distance' }).getByRole('status');
  await expect(measured).toHaveText('0 m');
  await expect(map).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(measured).not.toHaveText('0 m', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(measured).toHaveCount(0);
  await goTo(page, listOf(page));
}

test('a shift by keys alone: sign-in, map, replay, tags, an alert, a change and a setting', async ({
  launch,
}) => {
  const { app, page } = await launch();
  const plates = await test.step('sign in to the demo fleet', () => begin(page));
  const [plate = ''] = plates;
  // The demo fleet leaves nothing in the keyring.
  expect(await keyringEntries()).toEqual([]);
  const card = await test.step('find a vehicle, and its card', () => find(page, plate));
  await test.step('follow', () => follow(page, card));
  await test.step('a rule', () => watch(page, plates));
  await test.step('replay', () => replay(page, card));
  await test.step('the menu of a row', () => share(app, page, plate));
  await test.step('nearest vehicles, and a distance', () => measure(page, plate));
  await test.step('tags', () => tagThree(page, 'Refrigerated'));
  await test.step('a change that arrives', () => edit(page, plate));
  await test.step('an alert', () => acknowledge(page));
  await test.step('a setting', async () => {
    await page.keyboard.press('Control+,');
    await turnTo(page, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
