import type { Page } from '@playwright/test';
import { expect, test } from './demo-service';
import { pauseOutbox } from './pause-outbox';

const card = (page: Page) => page.getByRole('region', { name: 'Vehicle details' });
const list = (page: Page) => page.getByRole('region', { name: 'Vehicle list' });
const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter' });

/** Selects vehicles from the top until one has somebody with a phone; answers who that is. */
async function selectDriven(page: Page): Promise<{ plate: string; name: string; phone: string }> {
  const options = list(page).getByRole('option');
  await expect(options).toHaveCount(12);
  let next = 0;
  // Round and round: the service may tell who they are later than a person would wait.
  for (;;) {
    const option = options.nth(next % 12);
    next += 1;
    await option.click();
    const plate = await option.locator('.plate').innerText();
    await expect(card(page).getByRole('heading', { name: plate })).toBeVisible();
    const people = card(page).locator('.facts dd').first();
    await expect(people).toHaveAttribute('aria-busy', 'false');
    const phones = card(page).getByRole('button', { name: /^Copy \+?[\d(]/ });
    if ((await phones.count()) === 0) continue;
    const name = await people.getByRole('link').first().innerText();
    return { plate, name, phone: await phones.first().innerText() };
  }
}

test('a vehicle is found by its driver and by a phone, by mouse and by keys', async ({
  office,
}) => {
  const { page, app } = await office(12);
  const { plate, name, phone } = await selectDriven(page);
  const digits = phone.replace(/\D/g, '');

  await card(page)
    .getByRole('button', { name: `Copy ${phone}` })
    .first()
    .click();
  await expect(card(page).getByText('Number copied')).toBeVisible();
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied.replace(/\D/g, '')).toBe(digits);

  await card(page).getByRole('button', { name: 'Close' }).click();
  await filter(page).click();
  await page.keyboard.insertText(name);
  const found = list(page).getByRole('option').filter({ hasText: plate });
  await expect(found).toContainText(`driver ${name}`);
  await found.click();
  await expect(card(page).getByRole('heading', { name: plate })).toBeVisible();
  await card(page).getByRole('link', { name }).first().click();
  await page.waitForURL(/#\/users\?record=/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(digits.slice(-9));
  // What was found for fewer digits can't be chosen any more.
  const choices = page.getByRole('dialog').locator('[role=option]:not([data-disabled])');
  const hit = choices.filter({ hasText: plate });
  await expect(hit).toContainText(name);
  for (let steps = 0; steps < 8; steps += 1) {
    if ((await hit.getAttribute('data-highlighted')) !== null) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/map/);
  await expect(card(page).getByRole('heading', { name: plate })).toBeVisible();

  // What else can be done with it is at the lower edge of the palette, with its keys.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(plate);
  await expect(choices.filter({ hasText: plate })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Shift+Enter');
  await page.waitForURL(/#\/replay\?vehicle=/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(plate);
  await page.getByRole('dialog').getByRole('button', { name: 'Open vehicle' }).click();
  await page.waitForURL(/#\/vehicles\?record=/);
});

test('a person is deactivated from the search by keys alone, and is active again on undo', async ({
  office,
}) => {
  const { page, asked } = await office(12);
  const { name, phone } = await selectDriven(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(phone.replace(/\D/g, '').slice(-9));
  // Who types a number means the person first.
  const person = page.getByRole('dialog').locator('[role=option]:not([data-disabled])').first();
  await expect(person).toContainText(name);
  await expect(person).toHaveAttribute('data-highlighted');
  const deactivate = page.getByRole('dialog').getByRole('button', { name: 'Deactivate' });
  await page.keyboard.press('Tab');
  await expect(deactivate).toBeFocused();
  await page.keyboard.press('Enter');

  await pauseOutbox(page, true);
  // The question has the focus, not what the search gave it back to.
  await expect(page.getByRole('dialog', { name: `Deactivate ${name}?` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(`Deactivate user ${name}`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone: Deactivate user ${name}`)).toBeVisible();
  await pauseOutbox(page, false);
  expect(await asked('users.setStatus')).toEqual([]);
});
