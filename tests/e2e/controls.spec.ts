import type { Locator, Page } from '@playwright/test';
import { expect, startAfresh, test } from './demo-service';
import { playerState } from './hooks';
import { openVehicles, plateOf, rows } from './lists';

/** Between two letters of a person who types fast, ms. */
const delay = 60;

const details = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });

/** The middle of what is on the screen, or a place in it. */
async function placeOf(target: Locator, part = 0.5): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}

/** A click as a hand does it: the pointer comes along, goes down, stays a moment, goes up. */
async function point(page: Page, target: Locator, part?: number): Promise<void> {
  await expect(target).toBeVisible();
  const { x, y } = await placeOf(target, part);
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.down();
  await page.mouse.move(x + 1, y);
  await page.mouse.up();
}

/** Takes hold of something and lets it go further right or left. */
async function drag(page: Page, target: Locator, by: number): Promise<void> {
  const { x, y } = await placeOf(target);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}

test('every kind of control answers mouse and keys at a person’s pace', async ({ office }) => {
  test.setTimeout(420_000);
  const { app, page } = await office(8);

  await test.step('a field with a searched list takes a hit by mouse, by Tab and by Enter', async () => {
    await page.keyboard.press('Control+6');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('n');
    const form = page.getByRole('region', { name: 'New user' });
    const role = form.getByRole('combobox', { name: 'Role' });
    const hit = page.getByRole('option', { name: 'VISITOR' });

    await point(page, role);
    await page.keyboard.type('VIS', { delay });
    await point(page, hit);
    await expect(role).toHaveValue('VISITOR');
    await page.keyboard.press('Tab');
    await expect(role).toHaveValue('VISITOR');

    await point(page, role);
    await page.keyboard.type('admin', { delay });
    await page.keyboard.press('Tab');
    await expect(role).toHaveValue(/admin/i);

    await point(page, role);
    await page.keyboard.type('VIS', { delay });
    await page.keyboard.press('Enter');
    await expect(role).toHaveValue('VISITOR');

    await point(page, role);
    await page.keyboard.type('no such role', { delay });
    await page.keyboard.press('Tab');
    await expect(role).toHaveValue('VISITOR');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button').nth(2).click();
    await expect(form).toHaveCount(0);
  });

  await test.step('table, tabs, menu, dialog, color and list of types answer mouse and keys', async () => {
    await startAfresh(page);
    await openVehicles(page, 8);
    const chosen = page.locator('[role=row][aria-selected=true]');
    const head = page.getByRole('columnheader', { name: 'Plate' });

    await point(page, head.getByRole('button'));
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');

    const width = async () => (await head.boundingBox())?.width ?? 0;
    const before = await width();
    await drag(page, head.locator('.edge'), 60);
    await expect.poll(width).toBeGreaterThan(before + 40);
    const dragged = await width();
    await head.getByRole('button').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(width).toBeLessThan(dragged);

    await point(page, rows(page).nth(1).locator('.plate'));
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(
      await plateOf(page, 1),
    );
    await page.keyboard.down('Shift');
    await point(page, rows(page).nth(3).locator('.plate'));
    await page.keyboard.up('Shift');
    await expect(chosen).toHaveCount(3);
    await point(
      page,
      rows(page)
        .nth(2)
        .getByRole('button', { name: /^Select|^Deselect/ })
        .or(rows(page).nth(2).getByRole('checkbox')),
    );
    await expect(chosen).toHaveCount(2);
    await page.getByRole('grid').focus();
    await page.keyboard.press(' ');
    await expect(chosen).not.toHaveCount(2);

    const tab = (name: string) => details(page).getByRole('tab', { name });
    await point(page, tab('History'));
    await expect(tab('History')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(tab('People')).toHaveAttribute('aria-selected', 'true');
    await point(page, tab('Details'));

    const color = details(page).getByRole('textbox', { name: 'Color', exact: true });
    await color.fill('');
    await page.keyboard.type('#1f77b4', { delay });
    await expect(color).toHaveValue('#1f77b4');
    await details(page).getByLabel('Pick a color: Color').fill('#c0392b');
    await expect(color).toHaveValue('#C0392B');
    const type = details(page).getByRole('combobox', { name: 'Type' });
    await point(page, type);
    await page.keyboard.type('truck', { delay });
    await page.keyboard.press('Tab');
    await expect(type).toHaveValue('Truck');
    await page.keyboard.press('Control+s');
    await expect(details(page)).not.toContainText('fields changed');

    const more = details(page).getByRole('button', { name: 'More actions' });
    await point(page, more);
    await point(page, page.getByRole('menuitem', { name: 'Delete…' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await more.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await point(page, dialog.getByRole('button', { name: 'Cancel' }));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the focus goes on where its button has gone: a letter is typed and opens no new vehicle', async () => {
    await startAfresh(page);
    await openVehicles(page, 8);
    await point(page, rows(page).nth(1).locator('.plate'));
    for (const [tab, add, field] of [
      ['People', 'Add a person', 'Person'],
      ['Devices', 'Add a device', 'Device'],
    ] as const) {
      await details(page).getByRole('tab', { name: tab }).click();
      await details(page).getByRole('button', { name: add }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type('n', { delay });
      const combo = details(page).getByRole('combobox', { name: field });
      await expect(combo).toBeFocused();
      await expect(combo).toHaveValue('n');
      await expect(page.getByRole('region', { name: 'New vehicle' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await details(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(combo).toHaveCount(0);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.tagName))
        .not.toBe('BODY');
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('map', { delay });
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/map/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  await test.step('splitter, choices, switch and scrub bar follow mouse and keys', async () => {
    await startAfresh(page);
    const splitter = page.getByRole('separator', { name: 'Width of the list' });
    const value = async (of: Locator) => Number(await of.getAttribute('aria-valuenow'));
    await expect(splitter).toBeVisible();
    const wide = await value(splitter);
    await drag(page, splitter, 40);
    await expect.poll(() => value(splitter)).toBeGreaterThan(wide + 20);
    await splitter.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => value(splitter)).toBeLessThan(wide + 40);

    const connection = page.getByRole('button', { name: /^Connection / });
    await point(page, connection);
    const offline = page.getByRole('switch', { name: 'Work offline' });
    await point(page, offline);
    await expect(offline).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByRole('main')).toBeVisible();
    await page.keyboard.press(' ');
    await expect(offline).toHaveAttribute('aria-checked', 'false');
    await page.keyboard.press('Escape');
    await expect(connection).toBeFocused();

    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Replay today' }).click();
    await page.getByRole('button', { name: 'Previous day with data' }).click();
    await expect.poll(async () => (await playerState(page))?.position ?? null).not.toBeNull();
    const scrubBar = page.getByRole('slider', { name: 'Time of day' });
    await point(page, scrubBar, 0.25);
    const quarter = await value(scrubBar);
    await drag(page, scrubBar, 100);
    await expect.poll(() => value(scrubBar)).toBeGreaterThan(quarter);
    await scrubBar.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => value(scrubBar)).toBeLessThan(quarter);

    await page.keyboard.press('Control+,');
    const dark = page
      .getByRole('main')
      .getByRole('button', { name: 'Dark' })
      .or(page.getByRole('radio', { name: 'Dark' }));
    await point(page, dark);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  await test.step('a right click in a text field offers to cut, copy and paste; all zoom keys zoom', async () => {
    await startAfresh(page);
    await app.evaluate(({ Menu }) => {
      Menu.prototype.popup = function popup(this: { items: { label: string }[] }) {
        const labels = this.items.filter(({ label }) => label !== '').map(({ label }) => label);
        Reflect.set(globalThis, 'shownMenu', labels.join(', '));
      };
    });
    const shown = () => app.evaluate(() => String(Reflect.get(globalThis, 'shownMenu')));
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox'))
      .first()
      .click({ button: 'right' });
    await expect.poll(shown).toBe('Undo, Redo, Cut, Copy, Paste, Select all');

    const zoom = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel);
    for (const [key, direction] of [
      ['=', 1],
      ['numadd', 1],
      ['numsub', -1],
      ['num0', 0],
    ] as const) {
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(0.5),
      );
      await app.evaluate(({ BrowserWindow }, keyCode) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.sendInputEvent({ type: 'keyDown', keyCode, modifiers: ['control'] });
        contents?.sendInputEvent({ type: 'keyUp', keyCode, modifiers: ['control'] });
      }, key);
      if (direction === 0) await expect.poll(zoom).toBe(0);
      else if (direction > 0) await expect.poll(zoom).toBeGreaterThan(0.5);
      else await expect.poll(zoom).toBeLessThan(0.5);
    }
  });

  await test.step('a date is typed straight through in three languages, and a list of choices changes them', async () => {
    await startAfresh(page);
    const languages = [
      ['English', 'Birth date', '02291988', '02/29/1988', '02301988'],
      ['Português', 'Data de nascimento', '29021988', '29/02/1988', '30021988'],
      ['Español', 'Fecha de nacimiento', '29021988', '29/02/1988', '30021988'],
    ] as const;
    for (const [index, [language, label, typed, written, wrong]] of languages.entries()) {
      await page.keyboard.press('Control+,');
      const select = page.getByRole('combobox', { name: /^(Language|Idioma)$/ });
      if (index === 1) {
        await point(page, select);
        await point(page, page.getByRole('option', { name: language }));
      } else {
        await select.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.type(language.slice(0, 3), { delay });
        await page.keyboard.press('Enter');
      }
      await expect(select).toContainText(language);
      await page.keyboard.press('Control+6');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('n');
      const date = page.getByRole('textbox', { name: label });
      await point(page, date);
      await page.keyboard.type(typed, { delay });
      await page.keyboard.press('Tab');
      await expect(date).toHaveValue(written);
      await date.fill('1990-12-31');
      await page.keyboard.press('Tab');
      await expect(date).toHaveValue(/1990/);
      await date.fill('');
      await page.keyboard.type(wrong, { delay });
      await page.keyboard.press('Tab');
      await expect(date).toHaveValue(wrong);
      await expect(date).toHaveAttribute('aria-invalid', 'true');
      // One Escape asks; what was typed here is thrown away.
      await date.focus();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByRole('button').nth(2).click();
      await expect(date).toHaveCount(0);
    }
  });
});
