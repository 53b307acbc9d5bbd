import { expect, signInByForm, test } from './demo-service';
import { startCountingService, startHttpProxy } from './slow-network';

test('a proxy that asks for a password gets it from the person, the service its one log-in', async ({
  launch,
}) => {
  const service = await startCountingService([401]);
  const proxy = await startHttpProxy('office:open');
  const { page } = await launch({ args: proxy.args });
  const somebody = { publicKey: 'key', username: 'ana', password: 'a password' };
  await signInByForm(page, { ...somebody, url: service.url });

  const dialog = page.getByRole('dialog', { name: 'The proxy asks for a username and password' });
  await expect(dialog).toBeVisible();
  expect(service.requests()).toEqual([]);
  const answer = async (password: string) => {
    await dialog.getByRole('textbox', { name: 'Proxy username' }).fill('office');
    await dialog.getByRole('textbox', { name: 'Proxy password' }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in to the proxy' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await answer('wrong');
  await expect(dialog).toContainText('The proxy did not accept this username and password.');
  expect(service.requests()).toEqual([]);
  await answer('open');
  await expect(page.getByText('The username, password or public key is wrong.')).toBeVisible();
  expect(service.requests()).toEqual(['POST /v2/auth/login']);
  proxy.close();
  service.close();
});
