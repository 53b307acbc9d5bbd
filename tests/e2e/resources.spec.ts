import type { Page } from '@playwright/test';
import { expect, startAfresh, test } from './demo-service';
import { openVehicles, plateOf, rows } from './lists';
import { pauseOutbox } from './pause-outbox';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens a screen by its number key and waits for its rows. */
async function openList(page: Page, key: string, table: string): Promise<void> {
  await page.keyboard.press(`Control+${key}`);
  await expect(page.getByRole('grid', { name: table })).toBeVisible();
  await expect(rows(page).first()).not.toBeEmpty();
}

/** What the page asks of main: the tests prepare through it what is not what they look at. */
async function call(page: Page, namespace: string, verb: string, input: unknown): Promise<unknown> {
  const answer = await page.evaluate(
    ([space, name, given]) => {
      type Call = (input: unknown) => Promise<{ ok: boolean; data?: unknown }>;
      const bridge = (window as unknown as { fleetdesk: Record<string, Record<string, Call>> })
        .fleetdesk;
      return bridge[space as string]?.[name as string]?.(given);
    },
    [namespace, verb, input] as const,
  );
  expect(answer?.ok, JSON.stringify(answer)).toBe(true);
  return answer?.data;
}

test('devices, chips, roles and enterprises as a person works with them', async ({ office }) => {
  const { page, asked } = await office(12);
  /** What was swapped: the device that left, and its vehicle. */
  let [old, plate] = ['', ''];

  await test.step('a device is found by a part of its IMEI, changed, and deactivated with time to undo', async () => {
    await openList(page, '4', 'Devices');
    const imei = await rows(page)
      .nth(3)
      .getByText(/^\d{15}$/)
      .innerText();
    await page.keyboard.press('/');
    await page.keyboard.type(imei.slice(6, 14));
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const device = panel(page, 'Device details');
    await expect(device.getByRole('textbox', { name: 'IMEI' })).toHaveValue(imei);

    await device.getByRole('textbox', { name: 'Batch' }).fill('L-2026-03');
    await page.keyboard.press('Control+s');
    await expect.poll(() => asked('devices.update')).toHaveLength(1);

    await pauseOutbox(page, true);
    await device.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    await pauseOutbox(page, false);
    await device.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
    await expect.poll(() => asked('devices.setStatus')).toHaveLength(1);
    await expect(device).toContainText('The service doesn’t share whether it is active.');

    await device.getByRole('link', { name: /^Open \d{18,22}$/ }).click();
    await expect(panel(page, 'Chip details').getByRole('textbox', { name: 'ICCID' })).toBeVisible();
  });

  await test.step('a device is made, and takes the place of another one as one action', async () => {
    await startAfresh(page);
    await openVehicles(page, 12);
    plate = await plateOf(page, 2);
    await rows(page).nth(2).click();
    const vehicle = panel(page, 'Vehicle details');
    await vehicle.getByRole('tab', { name: 'Devices' }).click();
    const devices = vehicle.getByRole('tabpanel').getByRole('list').first().getByRole('listitem');
    old = await devices.first().locator('.name').innerText();
    const key = /record=([A-Za-z0-9]{15})/.exec(page.url())?.[1] ?? '';
    const { fields } = (await call(page, 'records', 'read', { collection: 'vehicles', key })) as {
      fields: Record<string, string>;
    };
    await call(page, 'records', 'create', {
      collection: 'devices',
      fields: { name: 'Spare 7', imei: '356938035643809', enterpriseId: fields['enterpriseId'] },
    });
    await expect.poll(() => asked('devices.create')).toHaveLength(1);

    await vehicle.getByRole('tabpanel').getByRole('button', { name: 'Replace device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'New device' }).fill('Spare 7');
    await page.getByRole('option', { name: /Spare 7/ }).click();
    await expect(dialog.getByRole('listitem').first()).toContainText('Spare 7 is added to');
    await pauseOutbox(page, true);
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(page.getByText(/^Replace device .* of vehicle/)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(vehicle).not.toContainText('Spare 7');
    await pauseOutbox(page, false);

    await vehicle.getByRole('tabpanel').getByRole('button', { name: 'Replace device' }).click();
    await dialog.getByRole('combobox', { name: 'New device' }).fill('Spare 7');
    await page.getByRole('option', { name: /Spare 7/ }).click();
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(devices.filter({ hasText: old })).toHaveCount(0);
    await expect(devices.filter({ hasText: 'Spare 7' })).toContainText('Main');
    await expect(devices.filter({ hasText: 'Not sent yet' })).toHaveCount(0);
    // What was undone never went out.
    expect(await asked('deviceAssociations.create')).toHaveLength(1);
  });

  await test.step('a device is put on a vehicle from its own side; another is made, and deleted with time to undo', async () => {
    await startAfresh(page);
    await openList(page, '4', 'Devices');
    await rows(page).filter({ hasText: old }).first().click();
    const device = panel(page, 'Device details');
    await device.getByRole('tab', { name: 'Vehicles' }).click();
    await device.getByRole('button', { name: 'Add a vehicle' }).click();
    await device.getByRole('combobox', { name: 'Vehicle' }).fill(plate);
    await page.getByRole('option', { name: plate }).click();
    await device.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(device.locator('.association').filter({ hasText: plate })).toHaveCount(1);
    await expect.poll(() => asked('deviceAssociations.create')).toHaveLength(2);

    await startAfresh(page);
    await openList(page, '4', 'Devices');
    await page.keyboard.press('n');
    const form = panel(page, 'New device');
    await form.getByRole('textbox', { name: 'Name' }).fill('Spare 8');
    await form.getByRole('textbox', { name: 'IMEI' }).fill('490154203237518');
    await page.keyboard.press('Control+s');
    await expect.poll(() => asked('devices.create')).toHaveLength(2);
    await expect(device.getByRole('textbox', { name: 'Name' })).toHaveValue('Spare 8');
    await pauseOutbox(page, true);
    await device.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Spare 8');
    await page.keyboard.press('Enter');
    const spare = rows(page).filter({ hasText: 'Spare 8' });
    await expect(spare).toContainText('Being deleted');
    await page.keyboard.press('Control+z');
    await expect(spare).not.toContainText('Being deleted');
    await pauseOutbox(page, false);
    expect(await asked('devices.delete')).toHaveLength(0);
  });

  await test.step('a chip covers its APN password, is changed offline and sent once the office is back', async () => {
    await startAfresh(page);
    await openList(page, '5', 'Chips');
    await rows(page).nth(1).click();
    const chip = panel(page, 'Chip details');
    await expect(chip).toContainText('APN password');
    await expect(chip).toContainText('••••••••');
    await chip.getByRole('button', { name: 'Show APN password' }).click();
    await expect(chip).not.toContainText('••••••••');
    await expect(page.getByRole('button', { name: 'New chip' })).toBeDisabled();

    await call(page, 'settings', 'update', { workOffline: true });
    await chip.getByRole('textbox', { name: 'Provider' }).fill('Sul Telemetria');
    await page.keyboard.press('Control+s');
    await expect(chip).toContainText('Not sent yet');
    expect(await asked('chips.update')).toHaveLength(0);
    await call(page, 'settings', 'update', { workOffline: false });
    await expect.poll(() => asked('chips.update')).toHaveLength(1);
    await expect(chip).not.toContainText('Not sent yet');
  });

  await test.step('roles and enterprises are seen by their keys; an enterprise leads to what belongs to it', async () => {
    await startAfresh(page);
    await openList(page, '7', 'Roles');
    await expect(page.getByRole('grid')).toContainText('CALLCENTER');
    await openList(page, '8', 'Enterprises');
    await rows(page).first().click();
    const enterprise = panel(page, 'Enterprise details');
    // The demo service lists no enterprises: they are known from vehicles, and named here.
    await enterprise.getByRole('button', { name: 'Name it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Filial Norte');
    await page.keyboard.press('Enter');
    await expect(enterprise.getByRole('heading', { name: 'Filial Norte' })).toBeVisible();
    await expect(enterprise).toContainText('Named here on ');
    await enterprise.getByRole('tab', { name: 'Vehicles' }).click();
    await enterprise.getByRole('link', { name: 'Open in list' }).click();
    await expect(page).toHaveURL(/#\/vehicles\?enterprise=/);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Enterprise: Filial Norte/ })).toBeVisible();
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Enterprise' }).click();
    await expect(page.getByRole('grid')).toContainText('Filial Norte');
  });
});
