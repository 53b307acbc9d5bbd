import type { Session } from 'electron';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer, TileNetwork, TileRequest } from '@core/ports/tile-network';
import { TOO_LARGE } from './body-limit';
import { makeRequest, type Way } from './electron-request';
import { failureOf } from './failures';
import { withinTime } from './within-time';

/** In Chromium only a proxy can answer so. */
const proxyAsks = 407;

/**
 * Map servers through Chromium's network stack, so that the system's proxy and certificates hold. The
 * session lives in memory: cookies and cache of its own it has none.
 */
export function electronTileNetwork(
  way: Way & { ready?(session: Session): Promise<void> },
): TileNetwork {
  /** At once where nothing has to be waited for. A session may be another one the next time. */
  const whenReady = <T>(run: (here: Way) => Promise<T>): Promise<T> => {
    const here = { net: way.net, proxy: way.proxy, session: way.session };
    return way.ready === undefined ? run(here) : way.ready(here.session).then(() => run(here));
  };
  return {
    get: (request) =>
      withinTime(request.timeout, (signal) =>
        whenReady((here) => ask(request, here, signal)).catch((fault: unknown) => {
          throw fault instanceof HttpFailure ? fault : failureOf(fault, { hasBegun: false });
        }),
      ),
    addressesOf: (url) => whenReady(({ session }) => addressesOf(url, session)),
  };
}

async function addressesOf(url: string, session: Session): Promise<readonly string[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  try {
    const { endpoints } = await session.resolveHost(host);
    return endpoints.map(({ address }) => address);
  } catch {
    // Behind a proxy the names of the internet are often known to the proxy alone.
    if ((await session.resolveProxy(url)) !== 'DIRECT') return [];
    throw new HttpFailure('host-unknown', 'The name of the host is not known.', { sent: 'no' });
  }
}

function ask(wanted: TileRequest, way: Way, signal: AbortSignal): Promise<TileAnswer> {
  return new Promise((resolve, reject) => {
    const { url, maxBytes } = wanted;
    const headers = Object.entries(wanted.headers);
    const { request, reasonOf } = makeRequest(
      { url, method: 'GET', headers, redirect: 'manual', sharesConnection: true },
      way,
    );
    const end = (fault: Error): void => {
      reject(reasonOf(fault));
      request.abort();
    };
    signal.addEventListener('abort', () => {
      end(new Error('aborted'));
    });
    request.on('redirect', (status, _method, location) => {
      resolve({ status, headers: { location }, body: new Uint8Array() });
      request.abort();
    });
    request.on('response', (answer) => {
      const status = answer.statusCode;
      if (status === proxyAsks) {
        end(new Error('net::ERR_PROXY_AUTH_REQUESTED'));
        return;
      }
      const parts: Buffer[] = [];
      let length = 0;
      answer.on('data', (part) => {
        parts.push(part);
        length += part.length;
        if (length > maxBytes) end(new Error(`The answer is ${TOO_LARGE}: ${maxBytes} bytes.`));
      });
      answer.on('error', () => {
        end(new HttpFailure('cut-short', 'The answer ended early.', { sent: 'maybe' }));
      });
      answer.on('aborted', () => {
        end(new HttpFailure('cut-short', 'The answer ended early.', { sent: 'maybe' }));
      });
      answer.on('end', () => {
        const body = new Uint8Array(Buffer.concat(parts));
        resolve({ status, headers: plain(answer.headers), body });
      });
    });
    request.on('error', end);
    request.end();
  });
}

function plain(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
  );
}
