import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerWithFile, contentSecurityPolicy } from '@main/renderer-files';

let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fleetdesk-files-'));
  folder = join(parent, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(parent, 'renderer-not'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), '<!doctype html>'),
    writeFile(join(folder, 'assets', 'index.js'), 'export {};'),
    writeFile(join(folder, 'assets', 'with space.css'), 'body {}'),
    writeFile(join(folder, 'assets', 'inter.woff2'), 'font'),
    writeFile(join(folder, 'assets', 'run.exe'), 'MZ'),
    writeFile(join(parent, 'secret.json'), '{}'),
    writeFile(join(parent, 'renderer-not', 'secret.json'), '{}'),
  ]);
});

afterAll(() => rm(parent, { recursive: true }));

const get = (url: string, method = 'GET') => answerWithFile({ url, method }, folder);

describe('a file of the renderer', () => {
  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['assets/index.js', 'text/javascript; charset=utf-8'],
    ['assets/with%20space.css', 'text/css; charset=utf-8'],
    ['assets/inter.woff2', 'font/woff2'],
    ['assets/../index.html', 'text/html; charset=utf-8'],
    ['index.html?query#/map', 'text/html; charset=utf-8'],
  ])('%s comes as %s, under the policy', async (name, type) => {
    const answer = await get(`fleetdesk://app/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    });
    expect(answer.body?.length).toBeGreaterThan(0);
  });

  it('comes without its content for HEAD', async () => {
    const answer = await get('fleetdesk://app/index.html', 'HEAD');
    expect([answer.status, answer.body]).toEqual([200, null]);
  });
});

describe('an address outside the renderer', () => {
  it.each([
    ['fleetdesk://app/%2e%2e%2fsecret.json', 403],
    ['fleetdesk://app/..%2fsecret.json', 403],
    ['fleetdesk://app/assets/..%2f..%2f..%2fetc/passwd', 403],
    ['fleetdesk://app/..%2frenderer-not/secret.json', 403],
    ['fleetdesk://app/..%5csecret.json', 403],
    ['fleetdesk://app/index.html%00.js', 403],
    ['fleetdesk://app/%zz', 403],
    ['fleetdesk://app/', 403],
    ['fleetdesk://other/index.html', 403],
    ['file:///etc/passwd', 403],
    ['not an address', 403],
    ['fleetdesk://app//etc/passwd', 404],
    ['fleetdesk://app/../secret.json', 404],
    ['fleetdesk://app/missing.js', 404],
    ['fleetdesk://app/assets', 404],
    ['fleetdesk://app/assets/run.exe', 404],
  ])('%s answers %i and nothing else', async (address, status) => {
    const answer = await get(address);
    expect([answer.status, answer.body]).toEqual([status, null]);
  });

  it.each(['POST', 'PUT', 'DELETE'])('%s is no way to ask', async (method) => {
    expect((await get('fleetdesk://app/index.html', method)).status).toBe(405);
  });
});

describe('the policy', () => {
  it('allows nothing by default and code from the app alone', () => {
    const rules = new Map(
      contentSecurityPolicy.split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('connect-src')).toBe("'self'");
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:|wss?:/);
  });
});
