import type { Session } from 'electron';
import type { ProxyCredentialSource } from '@core/ports/proxy-credentials';
import type { Channel, Network } from './axios-transport';
import { electronFetch } from './electron-fetch';
import { makeRequest, type ElectronNet, type Way } from './electron-request';
import { closeConnections } from './network-stack';
import { renewedSession, type Generations } from './renewed-session';
import { Turns } from './turns';

/** What the network needs of Electron. */
export interface ElectronNetworkOptions {
  net: ElectronNet;
  /** Opens an in-memory session by the name of its partition. */
  openSession(name: string): Session;
  proxy: ProxyCredentialSource;
  /** Sessions are replaced where other certificate authorities are trusted. */
  trust?: Generations;
  /** Resolves once requests of a session go the way that the settings say. */
  ready?(session: Session): Promise<void>;
}

/** As many as go together while nobody is at work. */
const READS = 8;

/**
 * Chromium's network stack through in-memory sessions: the system's proxy and certificates hold,
 * nothing reaches the disk.
 *
 * Chromium sends a request again, a POST as well, where a connection that was open already
 * ends without an answer. That would apply a change twice and break the budget. Such connections are not
 * only those that were used before, which `connection: close` rules out: when a connect is slow, it
 * opens a second one and keeps the loser; a request that is given up leaves the one it was opening;
 * a proxy keeps its own open. So every request goes alone through a session whose connections were
 * closed right before, and has to open its own. Writes go one at a time, reads in several sessions.
 */
export function electronNetwork(options: ElectronNetworkOptions): Network {
  const { net, openSession, proxy, ready, trust = { generation: 0 } } = options;
  const open = (name: string) => renewedSession(name, openSession, trust);
  const turns = {
    write: new Turns({ names: ['service-writes'], open }),
    read: new Turns({
      names: Array.from({ length: READS }, (_, index) => `service-reads-${index + 1}`),
      open,
    }),
  };
  return {
    isOffline: () => !net.isOnline(),
    open: async (kind, signal) => {
      const renewed = await turns[kind].take(signal);
      try {
        const session = renewed();
        await ready?.(session);
        await closeConnections(session);
        return channelOf({ session, net, proxy }, () => {
          turns[kind].giveBack(renewed);
        });
      } catch (fault) {
        turns[kind].giveBack(renewed);
        throw fault;
      }
    },
  };
}

function channelOf(way: Way, release: () => void): Channel {
  return {
    release,
    fetch: (url, init) => electronFetch(url, init, way),
    findRedirect: (url, headers, signal) =>
      new Promise((resolve, reject) => {
        const { request, reasonOf } = makeRequest(
          { url, method: 'GET', headers: Object.entries(headers), redirect: 'manual' },
          way,
        );
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
            reject(reasonOf(fault));
          });
        });
        request.end();
      }),
  };
}
