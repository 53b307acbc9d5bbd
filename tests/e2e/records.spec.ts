import type { Page } from '@playwright/test';
import { expect, startAfresh, test } from './demo-service';
import { expectListed, openVehicles, plateOf, rows } from './lists';
import { pauseOutbox } from './pause-outbox';

const details = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });

test('records are entered, changed, asked about and deleted', async ({ office }) => {
  const { page, asked, isRunning } = await office(6);

  await test.step('a long name leaves the buttons beside it where they are', async () => {
    await openVehicles(page, 6);
    await rows(page).nth(2).click();
    await details(page).getByRole('textbox', { name: 'Make' }).fill('<b>Mercedes</b> '.repeat(8));
    await details(page).getByRole('textbox', { name: 'Description' }).fill('Doca 4, só à noite');
    await expect(details(page)).toContainText('2 fields changed');
    await page.keyboard.press('Control+s');
    await expect(details(page)).not.toContainText('fields changed');
    // Both go in one request.
    await expect.poll(() => asked('vehicles.update')).toHaveLength(1);
    await expect(details(page).locator('.subtitle')).toContainText('<b>Mercedes</b>');
    const close = details(page).getByRole('button', { name: 'Close the details' });
    await expect(close).toBeInViewport({ ratio: 1 });
    await close.click();
    await expect(details(page)).toHaveCount(0);
  });

  await test.step('words that are not saved are asked about: on the way to another row, screen, and on closing', async () => {
    await startAfresh(page);
    await openVehicles(page, 6);
    const plate = await plateOf(page, 1);
    await rows(page).nth(1).click();
    const model = details(page).getByRole('textbox', { name: 'Model' });
    await model.fill('Atego 2430');
    const dialog = page.getByRole('dialog');

    await rows(page).nth(3).click();
    await expect(dialog).toContainText(`Save your changes to ${plate}?`);
    await page.keyboard.press('Escape');
    await expect(model).toHaveValue('Atego 2430');
    await page.keyboard.press('Control+1');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(model).toHaveValue('Atego 2430');
    await details(page).getByRole('tab', { name: 'People' }).click();
    await details(page).getByRole('tab', { name: 'Details' }).click();
    await expect(model).toHaveValue('Atego 2430');

    await page.evaluate(() => {
      window.close();
    });
    await expect(dialog).toContainText(`Save your changes to ${plate}?`);
    expect(isRunning()).toBe(true);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();

    await page.keyboard.press('Control+1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/#\/map/);
    await expect.poll(() => asked('vehicles.update')).toHaveLength(2);
  });

  await test.step('a new vehicle is in the list at once and keeps its place when the service has named it', async () => {
    await startAfresh(page);
    await openVehicles(page, 6);

    await page.keyboard.press('n');
    const form = page.getByRole('region', { name: 'New vehicle' });
    await expect(form.getByRole('textbox', { name: 'Plate' })).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(form).toContainText('This field is required.');
    await page.keyboard.type('QZX9Y87');
    await form.getByRole('textbox', { name: 'Model' }).fill('Ducato');
    await page.keyboard.press('Control+s');

    await expect(details(page).getByRole('heading', { name: 'QZX9Y87' })).toBeVisible();
    await expect(rows(page)).toHaveCount(7);
    await expect.poll(() => asked('vehicles.create')).toHaveLength(1);
    // The address speaks of it by the service's name, and the panel stayed.
    await expect.poll(() => page.url()).toMatch(/record=[A-Za-z0-9]{15}/);
    await expect(details(page).getByRole('heading', { name: 'QZX9Y87' })).toBeVisible();
    await expect(details(page)).not.toContainText('Not sent yet');
  });

  await test.step('a user is made with a password that nobody sees again, deactivated and found by state', async () => {
    await startAfresh(page);
    await page.keyboard.press('Control+6');
    await expect(rows(page).first()).toBeVisible();

    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('region', { name: 'New user' });
    await form.getByRole('textbox', { name: 'Username' }).fill('helena.dias');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Helena Dias');
    await form.getByRole('textbox', { name: 'Password' }).fill('helena1');
    await expect(form).toContainText('Very weak');
    await form.getByRole('textbox', { name: 'Password' }).fill('quarenta-e-duas-docas-azuis');
    await expect(form).toContainText('Strong');
    await form.getByRole('button', { name: 'Save' }).click();

    const user = page.getByRole('region', { name: 'User details' });
    await expect(user.getByRole('heading', { name: 'Helena Dias' })).toBeVisible();
    await expect.poll(() => asked('users.create')).toHaveLength(1);
    await expect(user.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await expect.poll(() => page.url()).toMatch(/record=[A-Za-z0-9]{15}/);

    await user.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Deactivate Helena Dias?');
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await expect(user).toContainText('Deactivated');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'State', exact: true }).first().click();
    await page.getByRole('option', { name: 'Deactivated' }).click();
    await page.keyboard.press('Escape');
    await expect(rows(page).filter({ hasText: 'helena.dias' })).toHaveCount(1);
    // What the list shows is in its address: a reload shows the same.
    await expect.poll(() => page.url()).toContain('state=deactivated');
  });

  await test.step('a delete asks for the plate, waits and is taken back by Ctrl+Z; the next one goes out', async () => {
    await startAfresh(page);
    await openVehicles(page, 7);
    const plate = await plateOf(page, 0);
    const dialog = page.getByRole('dialog');

    await pauseOutbox(page, true);
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText(`Delete ${plate}?`);
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await page.keyboard.type(plate);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rows(page).first()).toContainText('Being deleted');
    await page.keyboard.press('Control+z');
    await expect(rows(page).first()).not.toContainText('Being deleted');
    await pauseOutbox(page, false);

    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('toolbar')).toContainText('selected');
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Delete 2 vehicles?');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expectListed(page, '5 vehicles');
    expect(await asked('vehicles.delete')).not.toHaveLength(0);
    await expect(rows(page).first()).toContainText(plate);
  });
});
