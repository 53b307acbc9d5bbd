import { expect, requestLog, test, unhurried } from './demo-service';

interface Bridge {
  records: {
    find(query: object): Promise<{ data: { keys: string[] } }>;
    update(change: object): Promise<{ ok: boolean }>;
  };
}

test('a change whose answer is lost is sent once: not again by Chromium, nor by the outbox', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 8, testControl: true });
  const { page } = await signedIn(demo, { perMinute: unhurried });
  // Connections that were used before are there by now; on one of them Chromium would try again.
  await expect(page.getByRole('option')).toHaveCount(8);
  const answer = await fetch(new URL('/control/faults', demo.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'vehicles.update', fault: 'resetAfter', times: 50 }),
  });
  expect(answer.ok).toBe(true);

  const isTaken = await page.evaluate(async () => {
    const { records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    const query = { collection: 'vehicles', search: '', filters: [], sort: [], withGone: false };
    const [key] = (await records.find(query)).data.keys;
    const change = { collection: 'vehicles', key, fields: { description: 'Doca 7' } };
    return (await records.update(change)).ok;
  });
  expect(isTaken).toBe(true);

  // The service is looked at, found to have it, and left in peace.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click();
  await expect(page.getByText('Sent since Fleetdesk started')).toBeVisible();
  const updates = (await requestLog(demo)).filter(
    ({ operation }) => operation === 'vehicles.update',
  );
  expect(updates).toHaveLength(1);
});
