import type { Page } from '@playwright/test';
import { expect, requestLog, startAfresh, test } from './demo-service';
import { openVehicles, plateOf } from './lists';
import { pauseOutbox } from './pause-outbox';

/** Opens a screen by the rail. */
async function openScreen(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
}

/** Takes an action from the palette. */
async function act(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).click();
}

test('the outbox: an undo from afar, work offline, and a refusal put right', async ({ office }) => {
  const { page, demo, asked } = await office(8);

  await test.step('a delete is taken back by Ctrl+Z from another screen and never goes out', async () => {
    await openVehicles(page, 8);
    const plate = await plateOf(page, 0);

    await pauseOutbox(page, true);
    await page.getByRole('row', { name: plate }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(plate);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

    const strip = page.getByRole('region', { name: 'Change that can be undone' });
    await expect(strip).toContainText(`Delete vehicle ${plate}`);
    await openScreen(page, /^Map/);
    await expect(strip.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(strip).toContainText('Undone');
    await expect(strip.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await pauseOutbox(page, false);
    await openScreen(page, /^Outbox/);
    await expect(page.getByRole('status').filter({ hasText: 'Everything is sent' })).toBeVisible();
    await openVehicles(page, 8);
    expect(await asked('vehicles.delete')).toEqual([]);
  });

  await test.step('while a person works offline nothing is asked; what was entered goes out afterwards, once', async () => {
    await startAfresh(page);
    await openVehicles(page, 8);
    const plate = await plateOf(page, 0);

    await act(page, 'Work offline');
    await expect(page.getByText('You are working offline.')).toBeVisible();
    await page.getByRole('row', { name: plate }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Doca 7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('1 waiting');
    expect(await asked('vehicles.update')).toEqual([]);

    await openScreen(page, /^Outbox/);
    const outbox = page.getByRole('region', { name: 'Outbox' });
    const change = outbox.getByRole('option', { name: `Change vehicle ${plate}` });
    await expect(change).toContainText('You are working offline');
    const before = (await requestLog(demo)).length;
    await change.click();
    await expect(outbox.getByRole('cell', { name: 'Doca 7' })).toBeVisible();
    expect(await requestLog(demo)).toHaveLength(before);

    await page.getByRole('button', { name: 'Go online' }).click();
    await expect(
      outbox.getByRole('status').filter({ hasText: 'Everything is sent' }),
    ).toBeVisible();
    await expect(page.getByRole('contentinfo')).not.toContainText('waiting');
    const updates = await asked('vehicles.update');
    expect(updates.map(({ status }) => status)).toEqual([200]);
  });

  await test.step('a refused create keeps what was entered, is put right in the outbox and arrives once', async () => {
    await startAfresh(page);
    await openVehicles(page, 8);
    const taken = await plateOf(page, 0);

    await page.getByRole('button', { name: 'New vehicle' }).click();
    await page.getByRole('textbox', { name: 'Plate' }).fill(taken);
    await page.getByRole('textbox', { name: 'Model' }).fill('Ducato');
    await expect(page.getByText('Already in use:')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save anyway' }).click();

    await page.getByRole('link', { name: 'Outbox: 1 change needs attention' }).click();
    const outbox = page.getByRole('region', { name: 'Outbox' });
    await outbox.getByRole('option', { name: 'New vehicle' }).click();
    await expect(outbox.getByText('The service says').first()).toBeVisible();
    const plate = outbox.getByRole('textbox', { name: 'Plate' });
    await expect(plate).toHaveValue(taken);
    await expect(plate).toHaveAttribute('aria-invalid', 'true');
    await expect(outbox.getByRole('textbox', { name: 'Model' })).toHaveValue('Ducato');

    await plate.fill('QZX-9Y87');
    await outbox.getByRole('button', { name: 'Fix and send again' }).click();
    await expect(
      outbox.getByRole('status').filter({ hasText: 'Everything is sent' }),
    ).toBeVisible();
    await expect(outbox.getByText('Sent since Fleetdesk started')).toBeVisible();
    const creates = await asked('vehicles.create');
    expect(creates.map(({ status }) => status >= 400)).toEqual([true, false]);
    await openVehicles(page, 9);
  });
});
