import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from './demo-service';
import { storeKeys, tokenEntries } from './keyring';

test('an app that is killed amid a sign-out has what was to be erased erased at the next start', async ({
  serve,
  signedIn,
  launch,
}) => {
  const first = await signedIn(await serve({ vehicles: 3 }));
  const { page, userData } = first;
  const files = async () =>
    (await readdir(userData, { recursive: true })).filter((name) => /\.db\b/.test(name));
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect.poll(files).not.toEqual([]);
  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out…' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('checkbox', { name: 'Erase cached data' }).check();
  const marker = join(userData, 'session.json');
  expect(existsSync(marker)).toBe(true);
  const clicked = question
    .getByRole('button', { name: /ign out$/ })
    .click()
    .catch(() => undefined);
  // From here on the session is over for good.
  while (existsSync(marker)) await turn();
  await first.kill();
  await clicked;

  await launch({ userData });
  await expect.poll(files).toEqual([]);
  await expect.poll(storeKeys).toEqual([]);
  await expect.poll(tokenEntries).toEqual([]);
});
