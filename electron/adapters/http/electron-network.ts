import type { ClientRequest, ClientRequestConstructorOptions, Session } from 'electron';
import type { Network } from './axios-transport';

/** The part of Electron's `net` that finds redirects. */
export interface ElectronNet {
  request(options: ClientRequestConstructorOptions): ClientRequest;
}

/**
 * Chromium's network stack through an in-memory session: the system's proxy and certificates
 * hold, nothing reaches the disk. Each request has a connection of its own: on one that was used
 * before, Chromium sends a request again by itself where the answer is lost, a POST as well, as
 * often as it has such connections. That would apply a change twice and break the budget.
 */
export function electronNetwork(session: Session, net: ElectronNet): Network {
  return {
    // Electron's fetch takes the same arguments; its types follow another version of the standard.
    fetch: (input, init) => {
      const headers = new Headers(
        init?.headers ?? (input instanceof Request ? input.headers : undefined),
      );
      headers.set('connection', 'close');
      const url = input instanceof URL ? input.href : (input as string);
      return session.fetch(url, { ...init, headers });
    },
    findRedirect: (url, headers, signal) =>
      new Promise((resolve, reject) => {
        const request = net.request({
          url,
          session,
          method: 'GET',
          redirect: 'manual',
          credentials: 'omit',
          useSessionCookies: false,
        });
        const finish = (settle: () => void): void => {
          signal.removeEventListener('abort', stop);
          settle();
          request.abort();
        };
        const stop = (): void => {
          finish(() => {
            reject(new Error('aborted'));
          });
        };
        signal.addEventListener('abort', stop, { once: true });
        for (const [name, value] of Object.entries({ ...headers, connection: 'close' })) {
          request.setHeader(name, value);
        }
        request.on('redirect', (_status, _method, place) => {
          finish(() => {
            resolve(place);
          });
        });
        request.on('response', () => {
          finish(() => {
            resolve(null);
          });
        });
        request.on('error', (fault) => {
          finish(() => {
            reject(fault);
          });
        });
        request.end();
      }),
  };
}
