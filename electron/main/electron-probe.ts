import { app } from 'electron';
import type { ElectronProxyRoutes } from '@adapters/http/electron-proxy-routes';
import type { SystemProbe } from '@core/ports/system-probe';

/**
 * What Electron alone knows of this computer: its graphics, and the proxy of a request, by the same
 * routes that requests take.
 */
export function electronProbe(
  routes: Pick<ElectronProxyRoutes, 'open' | 'ready'>,
): Pick<SystemProbe, 'proxyFor' | 'graphics'> {
  const session = routes.open('diagnosis');
  return {
    proxyFor: async (url) => {
      await routes.ready(session);
      return session.resolveProxy(url);
    },
    graphics: async () => ({
      isAccelerated: app.getGPUFeatureStatus().gpu_compositing === 'enabled',
      device: deviceOf(await app.getGPUInfo('basic')),
    }),
  };
}

/** The graphics processor in use, by the numbers of its maker. */
function deviceOf(info: unknown): string {
  const { gpuDevice = [] } = info as {
    gpuDevice?: { active?: boolean; vendorId?: number; deviceId?: number }[];
  };
  const used = gpuDevice.find(({ active }) => active === true) ?? gpuDevice[0];
  const numbers = [used?.vendorId, used?.deviceId].map((id) => (id ?? 0).toString(16));
  return numbers.map((id) => id.padStart(4, '0')).join(':');
}
