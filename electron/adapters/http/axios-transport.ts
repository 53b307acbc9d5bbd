import axios, { type AxiosInstance } from 'axios';
import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpTransport,
} from '@core/ports/http-transport';
import { failureOf } from './failures';

/** What the transport sends with: Electron's or Node's own network stack. */
export interface Network {
  /** `fetch` of an in-memory Electron session, or Node's. */
  fetch: typeof globalThis.fetch;
  /** Where a GET of this URL is redirected to, without going there; null for nowhere. */
  findRedirect: (
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<string | null>;
}

type FetchTarget = Parameters<typeof globalThis.fetch>[0];

/** Nothing of an answer is kept, nothing of the person is added, nobody else is asked. */
const FETCH_SETTINGS = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;

/** Passes a text on as it is: encoding and decoding are core's. */
const asIs = (data: unknown): unknown => data;

/**
 * The way to the service by axios over `fetch`, so that the system's proxy and certificates hold
 * in Electron. No cookies, no cache, no redirects, no retries, no other origin than the base's.
 */
export class AxiosTransport implements HttpTransport {
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const url = resolve(request);
    const progress = { hasBegun: false };
    const client = this.#clientFor(progress);
    return withDeadline(request.timeout, signal, async (deadline) => {
      try {
        const answer = await client.request<string>({
          url,
          method: request.method,
          headers: { ...request.headers },
          data: request.body ?? undefined,
          signal: deadline,
          maxContentLength: request.maxBytes,
        });
        return {
          status: answer.status,
          headers: plainHeaders(answer.headers),
          body: answer.data,
        };
      } catch (fault) {
        throw failureOf(fault, progress.hasBegun);
      }
    });
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    const url = resolve(request);
    return withDeadline(request.timeout, signal, async (deadline) => {
      try {
        return await this.#network.findRedirect(url, request.headers, deadline);
      } catch (fault) {
        throw failureOf(fault, false);
      }
    });
  }

  #clientFor(progress: { hasBegun: boolean }): AxiosInstance {
    return axios.create({
      adapter: 'fetch',
      allowAbsoluteUrls: false,
      responseType: 'text',
      maxRedirects: 0,
      headers: { 'User-Agent': 'Fleetdesk' },
      transformRequest: asIs,
      transformResponse: asIs,
      // Every status is an answer; what it means is core's to say.
      validateStatus: () => true,
      env: {
        fetch: async (input: FetchTarget, init?: RequestInit) => {
          const answer = await this.#network.fetch(input, { ...init, ...FETCH_SETTINGS });
          progress.hasBegun = true;
          return answer;
        },
      },
    });
  }
}

/**
 * The URL of a request, once it is certain that it stays on the connection's origin and is the
 * very path that core wrote.
 */
function resolve({ base, path }: HttpRequest): string {
  const url = new URL(base + path);
  const home = new URL(base);
  const [plainPath = ''] = path.split('?');
  const expected = home.pathname.replace(/\/$/, '') + plainPath;
  if (url.origin !== home.origin || url.pathname !== expected || plainPath.includes('//')) {
    throw new Error(`A request would leave its connection: ${plainPath}`);
  }
  return url.href;
}

/** Gives a request up after a time, or when nobody wants it any more, and says which. */
async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let reason: 'timeout' | 'cancelled' | null = null;
  let giveUp: (fault: Error) => void = () => undefined;
  // Not every network stack ends a broken answer when it is told to: nobody waits for it to.
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const end = (why: 'timeout' | 'cancelled'): void => {
    reason ??= why;
    controller.abort();
    giveUp(new Error(why));
  };
  const cancel = (): void => {
    end('cancelled');
  };
  if (signal?.aborted) throw new HttpFailure('cancelled', 'No longer wanted.', { sent: 'no' });
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => {
    end('timeout');
  }, timeout);
  try {
    return await Promise.race([send(controller.signal), givenUp]);
  } catch (fault) {
    if (reason === null) throw fault;
    const words = reason === 'timeout' ? `No answer within ${timeout} ms.` : 'No longer wanted.';
    throw new HttpFailure(reason, words, { sent: 'maybe' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    // Whatever is still coming of a refused answer is not wanted.
    controller.abort();
  }
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
