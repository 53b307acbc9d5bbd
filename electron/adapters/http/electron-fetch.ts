import { Readable } from 'node:stream';
import type { IncomingMessage } from 'electron';
import { makeRequest, type Way } from './electron-request';

/** Answers of these kinds have no body, so that `Response` takes none. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** In Chromium only a proxy can answer so: from a service it is an error. */
const PROXY_ASKS = 407;

/**
 * `fetch` over a request of Electron's. Its own `fetch` does not tell of a proxy that asks for a
 * password. Takes text as a body and refuses redirects.
 */
export function electronFetch(url: string, init: RequestInit, way: Way): Promise<Response> {
  const { signal } = init;
  if (signal?.aborted) return Promise.reject(new Error('aborted'));
  return new Promise<Response>((resolve, reject) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const { request, reasonOf } = makeRequest({ url, method, headers, redirect: 'error' }, way);
    const end = (fault: Error): void => {
      reject(reasonOf(fault));
      request.abort();
    };
    const stop = (): void => {
      end(new Error('aborted'));
    };
    signal?.addEventListener('abort', stop, { once: true });
    request.on('response', (answer) => {
      try {
        if (answer.statusCode === PROXY_ASKS) end(new Error('net::ERR_PROXY_AUTH_REQUESTED'));
        else resolve(responseOf(answer));
      } catch (fault) {
        // A status or header that no standard knows.
        end(fault as Error);
      }
    });
    request.on('error', end);
    if (typeof init.body === 'string') request.write(init.body);
    request.end();
  });
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // It is a stream of Node's, which its type does not say.
  const body = WITHOUT_BODY.has(status) ? null : Readable.toWeb(answer as unknown as Readable);
  return new Response(body as ReadableStream | null, { status, headers });
}
