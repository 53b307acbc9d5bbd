import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { knockProxy } from '@adapters/http/knock-proxy';
import type { ProxySetting } from '@contract/proxy';
import { ProxyTest } from '@core/proxy/proxy-test';
import type { ProxyCredentials } from '@core/ports/proxy-credentials';
import { VirtualClock } from '../virtual-clock';

/** A proxy on this computer: how it answers, and what it was asked for. */
let proxy: Server;
let answer: number;
let wanted: string | null;
let asked: string[];
let routed: string[];
let port: number;

beforeEach(async () => {
  answer = 200;
  wanted = null;
  asked = [];
  routed = [];
  proxy = createServer();
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push(url ?? '');
    const isKnown = wanted === null || headers['proxy-authorization'] === wanted;
    socket.end(`HTTP/1.1 ${isKnown ? answer : 407} Said\r\n\r\n`);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  port = (proxy.address() as AddressInfo).port;
});
afterEach(() => proxy.close());

const trial = (setting: ProxySetting, address: string | null = null) => ({ setting, address });
const manual = (address: string | null = null) =>
  trial({ mode: 'manual', host: '127.0.0.1', port, bypass: [] }, address);

function open(
  options: {
    service?: string | null;
    route?: string | null;
    known?: ProxyCredentials | null;
  } = {},
) {
  const { service = 'https://fleet.example.com/v2', route, known = null } = options;
  const credentialsFor = vi.fn(() => Promise.resolve(known));
  const clock = new VirtualClock();
  const test = new ProxyTest({
    clock,
    credentials: { credentialsFor },
    service: () => service,
    routes: {
      use: () => undefined,
      routeTo: (url) => {
        routed.push(url);
        return Promise.resolve(route === undefined ? `PROXY 127.0.0.1:${port}; DIRECT` : route);
      },
      knock: knockProxy,
    },
  });
  return { test, clock, credentialsFor };
}

describe('trying a proxy', () => {
  it('opens a way to the service and sends it nothing', async () => {
    const { test } = open();
    expect(await test.run(manual())).toEqual({
      ...{ verdict: 'works', proxy: `127.0.0.1:${port}`, service: 'fleet.example.com:443' },
    });
    expect(asked).toEqual(['fleet.example.com:443']);
  });

  it('leads to the address that is typed before a sign-in, however it is written', async () => {
    const { test } = open({ service: null });
    expect(await test.run(manual('https://typed.example/v2/'))).toMatchObject({
      ...{ verdict: 'works', service: 'typed.example:443' },
    });
    expect(asked).toEqual(['typed.example:443']);
    expect(routed).toEqual(['https://typed.example']);
    // Not an address yet, or one within this computer: as if none were typed.
    for (const address of ['typed', '', 'http://localhost:8080']) {
      expect((await test.run(manual(address))).verdict).toBe('reached');
    }
  });

  it('says that the script fails, and knocks nowhere', async () => {
    const pac: ProxySetting = { mode: 'pac', address: 'http://wpad.lan/x.pac' };
    expect(await open({ route: null }).test.run(trial(pac))).toEqual({
      ...{ verdict: 'script', proxy: null, service: 'fleet.example.com:443' },
    });
    expect(asked).toEqual([]);
  });

  it('says that the proxy does not lead there', async () => {
    answer = 403;
    expect((await open().test.run(manual())).verdict).toBe('refuses');
  });

  it('says that nothing answers there', async () => {
    proxy.close();
    await new Promise((resolve) => proxy.once('close', resolve));
    expect((await open().test.run(manual())).verdict).toBe('unreachable');
  });

  it('goes on to the next proxy of a script where nothing answers at the first', async () => {
    const { test } = open({ route: `PROXY 127.0.0.1:1; PROXY 127.0.0.1:${port}; DIRECT` });
    expect(await test.run(trial({ mode: 'system' }))).toMatchObject({
      ...{ verdict: 'works', proxy: `127.0.0.1:${port}` },
    });
  });

  it('signs in with what is known, and asks a person for the rest', async () => {
    wanted = `Basic ${Buffer.from('ana:open').toString('base64')}`;
    const stranger = open();
    expect((await stranger.test.run(manual())).verdict).toBe('asks');
    expect(stranger.credentialsFor).toHaveBeenCalledExactlyOnceWith(
      { host: '127.0.0.1', port },
      null,
    );
    const friend = open({ known: { username: 'ana', password: 'open' } });
    expect((await friend.test.run(manual())).verdict).toBe('works');
    const wrong = { username: 'ana', password: 'shut' };
    const refused = open({ known: wrong });
    expect((await refused.test.run(manual())).verdict).toBe('asks');
    expect(refused.credentialsFor).toHaveBeenLastCalledWith({ host: '127.0.0.1', port }, wrong);
  });

  it('says that no proxy is used', async () => {
    expect(await open({ route: 'DIRECT' }).test.run(trial({ mode: 'system' }))).toEqual({
      ...{ verdict: 'direct', proxy: null, service: 'fleet.example.com:443' },
    });
  });

  it('only looks whether it is there without a service, or where it is no HTTP proxy', async () => {
    expect((await open({ service: null }).test.run(manual())).verdict).toBe('reached');
    const socks = open({ route: `SOCKS5 127.0.0.1:${port}` });
    expect((await socks.test.run(trial({ mode: 'system' }))).verdict).toBe('reached');
    expect(asked).toEqual([]);
  });

  it('is done six times a minute at most, so that no page searches a network with it', async () => {
    const { test, clock } = open({ route: 'DIRECT' });
    for (let tries = 0; tries < 6; tries += 1) await test.run(trial({ mode: 'system' }));
    await expect(test.run(trial({ mode: 'system' }))).rejects.toMatchObject({
      error: { code: 'rate-limited' },
    });
    await clock.advance(60_000);
    expect((await test.run(trial({ mode: 'system' }))).verdict).toBe('direct');
  });
});
