import type { AuthInfo, ClientRequest, ClientRequestConstructorOptions, Session } from 'electron';
import { isLoopbackHost } from '@contract/rules/map-address';
import type { ProxyCredentials, ProxyCredentialSource } from '@core/ports/proxy-credentials';

/** What Chromium says where the script that was set to choose the proxy can't be loaded or run. */
export const SCRIPT_FAILED = /ERR_MANDATORY_PROXY_|ERR_PAC_/;

/** The part of Electron's `net` that the network uses. */
export interface ElectronNet {
  request(options: ClientRequestConstructorOptions): ClientRequest;
  isOnline(): boolean;
}

/** What a request goes through. */
export interface Way {
  readonly net: ElectronNet;
  readonly session: Session;
  readonly proxy: ProxyCredentialSource;
}

/** What a request asks for. */
export interface Wanted {
  readonly url: string;
  readonly method: string;
  readonly headers: Iterable<[string, string]>;
  readonly redirect: 'error' | 'manual';
  /** The connection may serve other requests before and after. */
  readonly sharesConnection?: boolean;
}

/** A request, and what became of it at the proxy. */
export interface MadeRequest {
  readonly request: ClientRequest;
  /** The failure, reported as the proxy's where the proxy asked in vain. */
  reasonOf(fault: Error): Error;
}

/** A request of Electron's: nothing kept, nothing of the person added, the proxy answered. */
export function makeRequest(wanted: Wanted, way: Way): MadeRequest {
  const { url, method, headers, redirect, sharesConnection = false } = wanted;
  const { session } = way;
  const request = way.net.request({
    ...{ url, session, method, redirect },
    credentials: 'omit',
    cache: 'no-store',
    useSessionCookies: false,
  });
  for (const [name, value] of headers) request.setHeader(name, value);
  if (!sharesConnection) request.setHeader('connection', 'close');
  const wasRefused = answerProxy(request, way.proxy);
  hearOfScript(request, url, way.proxy);
  return {
    request,
    reasonOf: (fault) =>
      wasRefused() ? new Error(`net::ERR_PROXY_AUTH_REQUESTED · ${fault.message}`) : fault,
  };
}

/** Tells whether a script chose the proxy; requests within this computer need none. */
function hearOfScript(request: ClientRequest, url: string, proxy: ProxyCredentialSource): void {
  if (proxy.tellScript === undefined || isLoopbackHost(new URL(url).hostname)) return;
  request.on('error', ({ message }) => {
    if (SCRIPT_FAILED.test(message)) proxy.tellScript?.(true);
  });
  request.on('response', () => {
    proxy.tellScript?.(false);
  });
}

/**
 * Signs in at the proxy where it asks; the answer says whether it asked in vain. The service itself
 * is never answered in this way.
 */
function answerProxy(request: ClientRequest, proxy: ProxyCredentialSource): () => boolean {
  let given: ProxyCredentials | null = null;
  let isRefused = false;
  request.on('login', ({ isProxy, host, port }: AuthInfo, answer) => {
    if (!isProxy) {
      answer();
      return;
    }
    const asked = proxy.credentialsFor({ host, port }, given).catch(() => null);
    void asked.then((credentials) => {
      given = credentials;
      isRefused = credentials === null;
      if (credentials === null) answer();
      else answer(credentials.username, credentials.password);
    });
  });
  return () => isRefused;
}
