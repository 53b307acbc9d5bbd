import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { auditor } from './auditor';
import { expect, signInByForm, test } from './demo-service';
import { makeUserData } from './fleetdesk';

test('a fault is found, shown and packed up, and an unexpected end is reported', async ({
  launch,
  serve,
}) => {
  const demo = await serve({ vehicles: 12 });
  const userData = await makeUserData();
  const first = await launch({ userData });
  // Signed out, for the address that is typed.
  await first.page.getByRole('textbox', { name: 'Base URL' }).fill(demo.url);
  await first.page.getByRole('button', { name: 'Diagnostics' }).click();
  const dialog = first.page.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog.getByText('127.0.0.1 is this computer.')).toBeVisible();
  await expect(dialog.getByText('The log is written')).toBeVisible();
  await first.kill();

  const { app, page } = await launch({ userData });
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  await page.waitForURL(/#\/diagnose/);
  await expect(page.getByText('Fleetdesk can write to its folder.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again: Public key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('and accepted the key')).toBeVisible();
  const audit = await auditor(page);
  // The pointer is where the dialog's button was: what it brings up there is no part of the page.
  await page.mouse.move(1, 1);
  await expect(page.locator('[data-reka-popper-content-wrapper]')).toHaveCount(0);
  await audit.look('diagnose');

  const target = join(userData, 'support.zip');
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialogs.showSaveDialog;
  }, target);
  await page.getByRole('button', { name: 'Support bundle…' }).click();
  const bundle = page.getByRole('dialog', { name: 'Support bundle' });
  await bundle.getByRole('button', { name: 'Show logs/fleetdesk.log' }).click();
  await expect(bundle.getByRole('region')).toContainText('request operation=');
  await audit.look('support bundle');
  await bundle.getByRole('checkbox', { name: 'settings.txt' }).click();
  await bundle.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('Saved as support.zip.')).toBeVisible();
  const packed = unzipSync(await readFile(target));
  expect(Object.keys(packed)).not.toContain('settings.txt');
  expect(strFromU8(packed['diagnosis.txt'] ?? new Uint8Array())).toContain('publicKey fine');
  const texts = Object.values(packed).map((bytes) => strFromU8(bytes));
  for (const secret of [demo.password, demo.publicKey, demo.username]) {
    expect(texts.join()).not.toContain(secret);
  }

  await page.evaluate(() => {
    window.location.hash = '#/settings/about';
  });
  await expect(page.getByText(/Fleetdesk closed unexpectedly/)).toBeVisible();
  await page.getByRole('button', { name: 'Show report' }).click();
  await expect(page.getByRole('region', { name: 'Crashes and unexpected exits' })).toContainText(
    'info start',
  );
  await audit.look('about');
  expect(audit.faults).toEqual({});
});
