import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpTransport,
} from '@core/ports/http-transport';
import type { Fetcher } from './axios-client';
import { failureOf } from './failures';

/** The way of one request, from its turn to the end of its answer. */
export interface Channel extends Fetcher {
  /** Where a GET of this URL is redirected to, without going there; null for nowhere. */
  findRedirect(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<string | null>;
  /** The request is over; the next one may go. */
  release(): void;
}

/** What the transport sends with: Electron's or Node's own network stack. */
export interface Network {
  /** Waits for a channel: writes go one at a time. Rejects where the signal ends the wait. */
  open(kind: 'read' | 'write', signal: AbortSignal | undefined): Promise<Channel>;
  /** Whether this machine certainly has no network. */
  isOffline(): boolean;
}

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
    // With the first request: axios has Node load its own `fetch`, for which a start would wait.
    const { client, UnderWay } = await import('./axios-client');
    return this.#within(request, signal, async (channel, deadline) => {
      const progress = { hasBegun: false, wasOffline: this.#network.isOffline() };
      try {
        const answer = await client.request<string>({
          url,
          method: request.method,
          headers: { ...request.headers },
          data: request.body ?? undefined,
          signal: deadline,
          fetchOptions: { underWay: new UnderWay(channel, request, progress) },
        });
        return {
          status: answer.status,
          headers: plainHeaders(answer.headers),
          body: answer.data,
        };
      } catch (fault) {
        throw failureOf(fault, progress);
      }
    });
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    const url = resolve(request);
    return this.#within(request, signal, async (channel, deadline) => {
      try {
        return await channel.findRedirect(url, request.headers, deadline);
      } catch (fault) {
        throw failureOf(fault, { hasBegun: false });
      }
    });
  }

  /** Sends on a channel of its own, which it gives back; the time runs from then on. */
  async #within<T>(
    { method, timeout }: HttpRequest,
    signal: AbortSignal | undefined,
    send: (channel: Channel, deadline: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const kind = method === 'GET' ? 'read' : 'write';
    const channel = await this.#network.open(kind, signal).catch((fault: unknown) => {
      if (signal?.aborted) throw new HttpFailure('cancelled', 'No longer wanted.', { sent: 'no' });
      throw fault;
    });
    try {
      return await withDeadline(timeout, signal, (deadline) => send(channel, deadline));
    } finally {
      channel.release();
    }
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
