import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { makeCertificate, type MadeCertificate } from '../certificates/made-certificates';
import { expect, signInByForm, test } from './demo-service';
import { makeUserData } from './fleetdesk';

const somebody = { publicKey: 'key', username: 'ana', password: 'a password' };

/** A service behind https that refuses everybody, and counts who came how far. */
async function serveHttps(own: MadeCertificate, above: readonly MadeCertificate[] = []) {
  const requests: string[] = [];
  let connections = 0;
  const cert = [own, ...above].map((each) => each.cert).join('');
  const server: Server = createServer({ key: own.key, cert }, (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `https://127.0.0.1:${port}`, requests, server },
    connections: () => connections,
  };
}

/** The system's file dialog answers this path from now on. */
function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog;
  }, path);
}

test('an authority of the office is trusted once its file is added, for what it stands for alone', async ({
  launch,
}) => {
  const root = await makeCertificate({ name: 'Depot Root', authority: {} });
  const issuer = await makeCertificate({ name: 'Depot Services', authority: {}, issuer: root });
  const addresses = ['127.0.0.1'];
  const good = await serveHttps(await makeCertificate({ name: 'good', addresses, issuer }), [
    issuer,
  ]);
  const stranger = await makeCertificate({ name: 'Depot Root', authority: {} });
  const bad = await Promise.all([
    serveHttps(await makeCertificate({ name: 'old', addresses, issuer, until: -0.5 }), [issuer]),
    serveHttps(await makeCertificate({ name: 'other', addresses: ['127.0.0.9'], issuer }), [
      issuer,
    ]),
    serveHttps(await makeCertificate({ name: 'forged', addresses, issuer: stranger })),
  ]);
  const folder = await makeUserData();
  const file = join(folder, 'depot.pem');
  await writeFile(file, root.cert);
  const other = join(folder, 'readme.txt');
  await writeFile(other, 'No certificate.');

  const { app, page } = await launch();
  const unsafe = page.getByText('A secure connection could not be made.');
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signInByForm(page, { ...somebody, url: good.url });
  await expect(unsafe).toBeVisible();
  expect(good.requests).toEqual([]);

  await page.getByRole('button', { name: 'Proxy settings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proxy' });
  await answerDialogs(app, other);
  await dialog.getByRole('button', { name: 'Add from a file…' }).click();
  await expect(dialog.getByText('The file has no certificates.')).toBeVisible();
  await answerDialogs(app, file);
  await dialog.getByRole('button', { name: 'Add from a file…' }).click();
  await expect(dialog.getByRole('listitem')).toContainText(/Depot Root.*Valid until.*depot\.pem/);
  await page.keyboard.press('Escape');
  // Chromium has judged this certificate before: it is judged anew.
  await signIn.click();
  await expect(page.getByText('The username, password or public key is wrong.')).toBeVisible();
  expect(good.requests).toEqual(['POST /v2/auth/login']);

  for (const { url, requests, connections } of bad) {
    await page.getByRole('textbox', { name: 'Base URL' }).fill(url);
    await signIn.click();
    await expect.poll(connections).toBeGreaterThan(0);
    await expect(signIn).not.toHaveAttribute('aria-busy');
    await expect(unsafe).toBeVisible();
    expect(requests).toEqual([]);
  }

  await page.getByRole('textbox', { name: 'Base URL' }).fill(good.url);
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  await expect(
    page.getByText('certificate by Depot Services, an authority added in the settings'),
  ).toBeVisible();
  for (const { server } of [good, ...bad]) server.close().closeAllConnections();
});

test('a proxy script that fails lets nothing out, and says so', async ({ launch }) => {
  const scripts = createHttpServer((request, response) => {
    const isGood = request.url === '/good.pac';
    const body = isGood ? 'return "DIRECT"; }' : '';
    response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' });
    response.end(`function FindProxyForURL(url, host) { ${body}`);
  });
  await new Promise<void>((resolve) => scripts.listen(0, '127.0.0.1', resolve));
  const { port } = scripts.address() as AddressInfo;
  const { page } = await launch();
  await page.getByRole('button', { name: 'Proxy settings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proxy' });
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await page.getByRole('option', { name: 'Script (PAC)' }).click();
  const address = dialog.getByRole('textbox', { name: 'Address of the script' });
  const verdicts = [
    [`http://127.0.0.1:${port}/good.pac`, 'No proxy is used here.'],
    [`http://127.0.0.1:${port}/broken.pac`, 'Fleetdesk sends nothing until it works.'],
    ['http://127.0.0.1:1/gone.pac', 'Fleetdesk sends nothing until it works.'],
  ] as const;
  for (const [url, verdict] of verdicts) {
    await address.fill(url);
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText(verdict)).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Use this proxy' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Fleetdesk never bypasses the proxy')).toBeVisible();
  // Contact beyond this machine would fail the test.
  await signInByForm(page, { ...somebody, url: 'https://fleet.invalid' });
  await expect(page.getByText('The proxy script can’t be loaded, or has errors.')).toBeVisible();
  scripts.close();
});
