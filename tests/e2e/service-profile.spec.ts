import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test } from './demo-service';
import { makeUserData } from './fleetdesk';

const own = {
  name: 'Depot South',
  limits: { perMinute: 120 },
  tracking: { speed: { unit: 'm/s' } },
  optionalOperations: { 'enterprises.list': {} },
};

/** The system's file dialogs answer this path from now on; null is a person who cancels. */
function answerDialogs(app: ElectronApplication, path: string | null): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({
        canceled: chosen === null,
        filePaths: chosen === null ? [] : [chosen],
      })) as typeof dialog.showOpenDialog;
    dialog.showSaveDialog = (() =>
      Promise.resolve({
        canceled: chosen === null,
        filePath: chosen ?? '',
      })) as typeof dialog.showSaveDialog;
  }, path);
}

/** Goes to the settings; answers the section of the service profile. */
async function openSection(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Settings' }).click();
  return page.getByRole('region', { name: 'Service profile', exact: true });
}

test('a service profile comes from a file, says what differs, and goes out again', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 3 });
  const { host } = new URL(demo.url);
  const folder = await makeUserData();
  const { app, page, userData, quit } = await signedIn(demo);
  const section = await openSection(page);
  const press = (name: string) => section.getByRole('button', { name }).click();
  await expect(section).toContainText('built in, unchanged');
  await expect(section).toContainText('assumed');

  // Nobody chooses a file: nothing happens.
  await answerDialogs(app, null);
  await press('Import…');
  await expect(section.getByRole('button', { name: 'Import…' })).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A broken one is refused with its key, and the old one stays.
  const broken = join(folder, 'broken.json');
  await writeFile(broken, JSON.stringify({ ...own, limits: { perMinute: 'all' }, colour: 'red' }));
  await answerDialogs(app, broken);
  await press('Import…');
  const alert = section.getByRole('alert');
  await expect(alert.getByRole('listitem')).toHaveText([
    /limits\.perMinute.*Must be a number, but is text/,
    /colour.*doesn’t know this entry/,
  ]);
  await expect(section).toContainText('built in, unchanged');

  // A good one shows whom it concerns and asks.
  const file = join(folder, 'depot.json');
  await writeFile(file, JSON.stringify(own));
  await answerDialogs(app, file);
  await press('Import…');
  const question = page.getByRole('dialog', { name: `Use this profile for ${host}?` });
  await expect(question).toContainText('“Depot South” from the file depot.json');
  await expect(question.getByRole('row', { name: /limits\.perMinute 50 120/ })).toBeVisible();
  await question.getByRole('button', { name: 'Use this profile' }).click();
  await expect(section.getByRole('heading', { name: 'Depot South' })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(
    section.getByRole('row', { name: /tracking\.speed\.unit "km\/h" "m\/s"/ }),
  ).toBeVisible();
  await expect(section.getByText('GET /v2/enterprises/', { exact: true })).toBeVisible();
  await expect(section).toContainText('Not in use yet');

  // What goes out holds all of it.
  const exported = join(folder, 'exported.json');
  await answerDialogs(app, exported);
  await press('Export…');
  await expect(section.getByText('Exported to exported.json.')).toBeVisible();
  const written = JSON.parse(await readFile(exported, 'utf8')) as Record<string, unknown>;
  expect(written).toMatchObject({
    ...own,
    version: 1,
    optionalOperations: { 'enterprises.list': { method: 'GET', path: '/v2/enterprises/' } },
  });

  // From the next start on it is in use.
  await quit();
  const again = await launch({ userData });
  await again.page.waitForURL(/index\.html/);
  await expect(again.page.getByText(/\/118 requests a minute/)).toBeVisible();
  const later = await openSection(again.page);
  await expect(later.getByRole('heading', { name: 'Depot South' })).toBeVisible();
  await expect(later.getByText('Not in use yet')).toHaveCount(0);

  // A person who compared confirms; one who errs goes back.
  await later.getByRole('button', { name: 'Confirm' }).click();
  await expect(later.getByText('confirmed', { exact: true })).toBeVisible();
  await later.getByRole('button', { name: 'Use the built-in profile' }).click();
  await again.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Use built-in profile' })
    .click();
  await expect(later).toContainText('built in, unchanged');
  await expect(later.getByText('assumed', { exact: true })).toBeVisible();

  // The exported file says the same as the one that it came from.
  await answerDialogs(again.app, exported);
  await later.getByRole('button', { name: 'Import…' }).click();
  const second = again.page.getByRole('dialog', { name: `Use this profile for ${host}?` });
  await expect(second.getByRole('row')).toHaveCount(5);
});

test('the demo fleet has no profile of its own, and says so', async ({ launch }) => {
  const { page } = await launch({ args: ['--demo=3'] });
  await page.waitForURL(/index\.html/);
  const section = await openSection(page);
  await expect(section).toContainText('has its own profile');
  await expect(section.getByRole('button')).toHaveCount(0);
});
