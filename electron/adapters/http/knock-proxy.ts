import { connect } from 'node:net';
import type { ProxyRoutes } from '@core/ports/proxy-routes';

/** So long a proxy has to answer, milliseconds. */
const longest = 10_000;
const opened = 200;
const asks = 407;

/** Asks a proxy for a way to a host, and closes it at once. */
export const knockProxy: ProxyRoutes['knock'] = async (place, target, credentials) => {
  const host = place.host.replace(/^\[|\]$/g, '');
  if (target === null) return listens(host, place.port);
  // A start need not wait for it.
  const { request } = await import('node:http');
  return new Promise((resolve) => {
    const asked = request({
      ...{ host, port: place.port, method: 'CONNECT', path: target, timeout: longest },
      agent: false,
      headers: {
        host: target,
        ...(credentials && {
          'proxy-authorization': `Basic ${Buffer.from(
            `${credentials.username}:${credentials.password}`,
          ).toString('base64')}`,
        }),
      },
    });
    const end = (answer: Awaited<ReturnType<ProxyRoutes['knock']>>): void => {
      resolve(answer);
      asked.destroy();
    };
    asked.once('connect', ({ statusCode }, socket) => {
      socket.destroy();
      end(statusCode === opened ? 'opened' : statusCode === asks ? 'asks' : 'refused');
    });
    asked.once('timeout', () => {
      end('unreachable');
    });
    asked.once('error', () => {
      end('unreachable');
    });
    asked.end();
  });
};

function listens(host: string, port: number): Promise<'opened' | 'unreachable'> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: longest });
    const end = (answer: 'opened' | 'unreachable'): void => {
      resolve(answer);
      socket.destroy();
    };
    socket.once('connect', () => {
      end('opened');
    });
    for (const what of ['timeout', 'error'] as const) {
      socket.once(what, () => {
        end('unreachable');
      });
    }
  });
}
