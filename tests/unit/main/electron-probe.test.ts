import type { Session } from 'electron';
import { expect, it, vi } from 'vitest';
import { ElectronProxyRoutes } from '@adapters/http/electron-proxy-routes';
import { electronProbe } from '@main/electron-probe';

vi.mock('electron', () => ({ app: {} }));

it('a diagnosis asks for the proxy of the settings, once that is in use', async () => {
  let used: unknown = 'the system’s';
  const session = {
    setProxy: async (config: unknown) => {
      await Promise.resolve();
      used = config;
    },
    closeAllConnections: () => Promise.resolve(),
    resolveProxy: () => Promise.resolve(JSON.stringify(used)),
  };
  const routes = new ElectronProxyRoutes(() => session as unknown as Session);
  const probe = electronProbe(routes);
  routes.use({ mode: 'manual', host: 'proxy.lan', port: 3128, bypass: [] });
  expect(await probe.proxyFor('https://fleet.example.com/v2')).toContain('proxy.lan:3128');
});
