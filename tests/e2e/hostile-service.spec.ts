import type { RequestListener } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { expect, signInByForm, test } from './demo-service';
import { startWebServer } from './web-server';

/** What a service that means harm, or was fed by somebody who does, writes into its texts. */
const texts = [
  '<img src=x onerror="window.planted = 1">',
  '<script>window.planted = 1</script>',
  '"><svg/onload=window.planted=1>',
  'javascript:window.planted=1',
  'file:///etc/passwd',
  '{{ window.planted = 1 }}',
  "'; DROP TABLE records; --",
  '__proto__',
  'constructor',
  '\u202Egnp.exe\u2066\u200F',
  'a\u0000b\u0007c\u001B[31md',
  '\uD800',
  'W'.repeat(5_000),
  '9'.repeat(400),
] as const;

const id = (kind: string, index: number): string => kind + String(index).padStart(14, '0');

type Json = Record<string, unknown>;

/** A record whose every attribute is one of the texts, and whose keys would reach a prototype. */
function record(kind: string, type: string, index: number, names: readonly string[]): Json {
  const text = texts[index] ?? '';
  const poison = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}') as Json;
  const attributes = Object.fromEntries(names.map((name) => [name, text]));
  return {
    id: id(kind, index),
    uuid: text,
    type,
    attributes: Object.assign(Object.create(null) as Json, attributes, { [text]: text }),
    relationships: { enterprise: { id: id('e', 0), type: text, attributes: poison }, ...poison },
  };
}

const vehicleNames = ['plate', 'vin', 'code', 'brand_name', 'model_name', 'type_name', 'year'];
const more = ['description', 'color', 'batch', 'trim_name', 'created_at', 'updated_at'];
const lists: Readonly<Record<string, (index: number) => Json>> = {
  vehicles: (index) => record('v', 'vehicles', index, [...vehicleNames, ...more]),
  devices: (index) => record('d', 'devices', index, ['name', 'imei', 'code', 'batch']),
  chips: (index) => record('c', 'chips', index, ['serial', 'number', 'carrier', 'batch', 'apn']),
  users: (index) => record('u', 'users', index, ['username', 'name', 'email', 'cpf', 'phone1']),
  roles: (index) => record('r', 'roles', index, ['name']),
};

/** Figures that no vehicle ever had. */
const position = {
  type: 'Feature',
  attributes: {
    act: 1e300,
    spd: -1e308,
    dir: 1e308,
    bl: 'javascript:1',
    ign: '<b>on</b>',
    o1: texts[0],
    geometry: { type: 'Point', coordinates: ['1e999', { lat: 0 }] },
  },
};

const serve: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  const say = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const [, , resource = '', , part = '', last = ''] = pathname.split('/');
  if (resource === 'auth') say(200, { data: { token: 'token', refresh_token: 'refresh' } });
  else if (part === 'tracking') say(200, { data: position });
  else if (part === 'associations' && last === 'devices') {
    const relationships = { devices: { id: id('d', 0), type: 'devices', attributes: {} } };
    const attributes = { is_main_device: true, created_at: texts[0] };
    say(200, { data: [{ id: id('a', 0), type: texts[0], attributes, relationships }] });
  } else if (part !== '') say(404, { error: { message: texts[0] } });
  else {
    const make = lists[resource];
    const isFirst = searchParams.get('page') === null || searchParams.get('page') === '1';
    say(200, { data: make && isFirst ? texts.map((_text, index) => make(index)) : [] });
  }
};

/** What would be there if anything of it had run, opened or been taken for markup. */
function traces(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    planted: 'planted' in window,
    polluted: 'polluted' in {},
    markup: document.querySelectorAll('img[src="x"], svg[onload], a[href^="javascript"]').length,
    foreign: document.querySelectorAll('a[href^="file"], [onerror]').length,
  }));
}

/** Words that run out of a dialog. */
function spilled(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const isOut = (part: Element) => {
      const words = document.createRange();
      words.selectNodeContents(part);
      return words.getBoundingClientRect().right > right;
    };
    const parts = [...element.querySelectorAll('h2, p, label')];
    return parts.filter(isOut).map(({ textContent }) => textContent.slice(0, 40));
  });
}

test('whatever a service writes is shown as text; nothing runs, opens or breaks', async ({
  launch,
}) => {
  const service = await startWebServer(serve);
  const { app, page, stderr } = await launch();
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (address: string) => {
      opened.push(address);
      return Promise.resolve();
    };
  });
  const somebody = { publicKey: 'key', username: 'ana.souza', password: 'a password' };
  await signInByForm(page, { ...somebody, url: service.url });
  await page.waitForURL(/index\.html/);
  const clean = { planted: false, polluted: false, markup: 0, foreign: 0 };

  const list = page.getByRole('listbox', { name: 'Vehicles' });
  await expect(list.getByRole('option').first()).toBeVisible();
  await list.getByRole('option').first().click();
  await expect(page.getByRole('region', { name: 'Vehicle details' })).toBeVisible();
  expect(await traces(page)).toEqual(clean);

  for (const screen of ['vehicles', 'users']) {
    await page.evaluate((name) => {
      location.hash = `#/${name}`;
    }, screen);
    const rows = page.getByRole('grid').locator('[role=rowgroup] [role=row]');
    await expect(rows).toHaveCount(texts.length);
    await expect(page.getByRole('grid')).toContainText('<script>window.planted = 1</script>');
    for (const row of [0, 7, 12]) {
      await rows.nth(row).click();
      const details = page.getByRole('region', { name: / details$/ });
      await expect(details).toBeVisible();
      for (const tab of await details.getByRole('tab').all()) {
        await tab.click();
        expect(await traces(page), `${screen}, row ${row}`).toEqual(clean);
      }
      await page.keyboard.press('Escape');
    }
  }

  // A question about a name of any length holds it, and its answers can be reached.
  await page.evaluate(() => {
    location.hash = '#/vehicles';
  });
  await page.getByRole('row', { name: 'WWWWWW' }).first().click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog');
  await expect(question.getByRole('heading')).toHaveText(/^Delete W{99}/);
  expect(await spilled(question)).toEqual([]);
  // Both lines of it, above a body that scrolls.
  const title = await question.getByRole('heading').boundingBox();
  expect(title?.height).toBeGreaterThan(30);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);

  const state = await app.evaluate(({ BrowserWindow }) => ({
    windows: BrowserWindow.getAllWindows().length,
    opened: (globalThis as unknown as { opened: string[] }).opened,
    polluted: 'polluted' in {},
  }));
  expect(state).toEqual({ windows: 1, opened: [], polluted: false });
  expect(stderr()).not.toMatch(/TypeError|RangeError|Unhandled/);
  await service.close();
});
