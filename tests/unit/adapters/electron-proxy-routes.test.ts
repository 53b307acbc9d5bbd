import type { Session } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configOf, ElectronProxyRoutes } from '@adapters/http/electron-proxy-routes';
import type { ProxySetting } from '@contract/proxy';

class FakeSession {
  readonly setProxy = vi.fn((_config: unknown): Promise<void> => Promise.resolve());
  readonly closeAllConnections = vi.fn(() => Promise.resolve());
  readonly forceReloadProxyConfig = vi.fn(() => Promise.resolve());
  readonly resolveProxy = vi.fn(() => Promise.resolve('DIRECT'));
}

function open() {
  const sessions = new Map<string, FakeSession>();
  const routes = new ElectronProxyRoutes((name) => {
    const session = sessions.get(name) ?? new FakeSession();
    sessions.set(name, session);
    return session as unknown as Session;
  });
  const sessionOf = (name: string) => sessions.get(name) ?? new FakeSession();
  return { routes, sessionOf };
}

afterEach(() => {
  vi.useRealTimers();
});

const manual: ProxySetting = {
  mode: 'manual',
  host: 'proxy.lan',
  port: 8080,
  bypass: ['*.lan', '10.0.0.0/8'],
};

describe('the way of requests', () => {
  it('is that of the settings in every session, in those that come later too', async () => {
    const { routes, sessionOf } = open();
    const early = routes.open('early');
    routes.use(manual);
    await routes.ready(early);
    const late = routes.open('late');
    await routes.ready(late);
    const config = {
      ...{
        mode: 'fixed_servers',
        proxyRules: 'proxy.lan:8080',
        proxyBypassRules: '*.lan,10.0.0.0/8',
      },
    };
    for (const name of ['early', 'late']) {
      expect(sessionOf(name).setProxy).toHaveBeenCalledExactlyOnceWith(config);
      expect(sessionOf(name).closeAllConnections).toHaveBeenCalledOnce();
    }
    routes.use({ mode: 'system' });
    await routes.ready(early);
    expect(sessionOf('early').setProxy).toHaveBeenLastCalledWith({ mode: 'system' });
  });

  it('is left as the system has it until a person chooses', async () => {
    const { routes, sessionOf } = open();
    await routes.ready(routes.open('one'));
    routes.use({ mode: 'system' });
    expect(sessionOf('one').setProxy).not.toHaveBeenCalled();
  });

  it('is not gone where it could not be set: the request fails, and was not sent', async () => {
    const { routes, sessionOf } = open();
    const session = routes.open('one');
    sessionOf('one').setProxy.mockRejectedValueOnce(new Error('no network service'));
    routes.use(manual);
    await expect(routes.ready(session)).rejects.toMatchObject({ kind: 'offline', sent: 'no' });
    // The next one tries it again.
    await routes.ready(session);
    expect(sessionOf('one').setProxy).toHaveBeenCalledTimes(2);
    expect(sessionOf('one').setProxy).toHaveBeenLastCalledWith(configOf(manual));
    await routes.ready(session);
    expect(sessionOf('one').setProxy).toHaveBeenCalledTimes(2);
  });

  it('holds no request for ever where the network stack ends before it answers', async () => {
    vi.useFakeTimers();
    const { routes, sessionOf } = open();
    const session = routes.open('one');
    sessionOf('one').closeAllConnections.mockReturnValueOnce(new Promise(() => undefined));
    routes.use(manual);
    const refused = expect(routes.ready(session)).rejects.toMatchObject({ kind: 'offline' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    await routes.ready(session);
    expect(sessionOf('one').closeAllConnections).toHaveBeenCalledTimes(2);
  });

  it('is tried in a session of its own', async () => {
    const { routes, sessionOf } = open();
    routes.open('one');
    const pac = { mode: 'pac', address: 'https://wpad.lan/proxy.pac' } as const;
    expect(await routes.routeTo('https://fleet.example.com', pac)).toBe('DIRECT');
    expect(sessionOf('proxy-test').setProxy).toHaveBeenCalledWith(configOf(pac));
    expect(sessionOf('one').setProxy).not.toHaveBeenCalled();
  });

  it('is none where a script fails, and looks follow one another', async () => {
    const { routes, sessionOf } = open();
    const pac = { mode: 'pac', address: 'https://wpad.lan/gone.pac' } as const;
    await routes.routeTo('https://fleet.example.com', { mode: 'none' });
    const { setProxy, resolveProxy } = sessionOf('proxy-test');
    const order: string[] = [];
    setProxy.mockImplementation((config) => {
      order.push((config as { mode: string }).mode);
      return Promise.resolve();
    });
    resolveProxy.mockImplementation(() => {
      order.push('asked');
      return Promise.resolve('');
    });
    const first = routes.routeTo('https://fleet.example.com', pac);
    const second = routes.routeTo('https://fleet.example.com', { mode: 'system' });
    expect(await Promise.all([first, second])).toEqual([null, null]);
    expect(order).toEqual(['pac_script', 'asked', 'system', 'asked']);
  });
});
