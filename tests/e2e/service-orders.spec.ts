import { expect, requestLog, test, withServiceOrders } from './demo-service';
import { makeUserData } from './fleetdesk';
import { expectListed, rows } from './lists';
import { pauseOutbox } from './pause-outbox';

/** The held delete and the outbox's pauses pass in a third of their time. */
test.use({ pace: 3 });

test('service orders, which the profile alone describes: listed, found, made offline, changed, deleted', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12, testControl: true });
  const userData = await makeUserData();
  const args = await withServiceOrders(demo, userData);
  const { page } = await signedIn(demo, { userData, args });
  const control = (method: string, body?: object) =>
    fetch(new URL('/control/faults', demo.url), {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const asked = async (operation: string) =>
    (await requestLog(demo)).filter((each) => each.operation === operation && each.status < 300);

  await page.getByRole('link', { name: 'Service orders' }).click();
  await expectListed(page, '6 service orders');
  await page.getByLabel('Search service orders').fill('1003');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Search service orders').fill('');
  await expect(rows(page)).toHaveCount(6);

  await control('POST', { operation: '*', fault: 'refuse', times: 10_000 });
  await page.getByRole('button', { name: 'New service order' }).click();
  const form = page.getByRole('region', { name: 'New service order' });
  await form.getByRole('textbox', { name: 'Number' }).fill('OS-2001');
  await form.getByRole('textbox', { name: 'Title' }).fill('Troca do para-brisa');
  await form.getByRole('textbox', { name: 'Hours' }).fill('many');
  await expect(form).toContainText('Enter a number, such as 12.5');
  await form.getByRole('textbox', { name: 'Hours' }).fill('2.5');
  await page.keyboard.press('Control+s');
  const details = page.getByRole('region', { name: 'Service order details' });
  await expect(details).toContainText('Not sent yet');
  await expect(rows(page)).toHaveCount(7);
  await control('DELETE');
  await expect.poll(() => asked('serviceOrders.create'), { timeout: 60_000 }).toHaveLength(1);
  await expect(details).not.toContainText('Not sent yet');

  await details.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => asked('serviceOrders.update')).toHaveLength(1);
  await expect(rows(page).filter({ hasText: 'OS-2001' })).toContainText('In progress');

  const remove = async () => {
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('Delete OS-2001?');
    await page.keyboard.type('OS-2001');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await pauseOutbox(page, true);
  await remove();
  const order = rows(page).filter({ hasText: 'OS-2001' });
  await expect(order).toContainText('Being deleted');
  await page.keyboard.press('Control+z');
  await expect(order).not.toContainText('Being deleted');
  await pauseOutbox(page, false);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('para-brisa');
  await expect(page.getByRole('option', { name: /OS-2001/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // The second delete goes out; the one that was undone never did.
  await remove();
  await expect.poll(() => asked('serviceOrders.delete'), { timeout: 60_000 }).toHaveLength(1);
  await expect(rows(page)).toHaveCount(6);
});
