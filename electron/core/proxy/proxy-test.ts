import { readBaseUrl } from '@contract/connections';
import type { ProxyTestResult, ProxyTrial } from '@contract/proxy';
import type { Clock } from '../ports/clock';
import type { ProxyCredentialSource, ProxyPlace } from '../ports/proxy-credentials';
import type { ProxyRoutes } from '../ports/proxy-routes';
import { TriesAMinute } from '../tries-a-minute';
import { anyHost } from './proxy-script';

/** So many proxies of a PAC answer are tried. */
const mostSteps = 4;
/** What trying a proxy needs. */
export interface ProxyTestOptions {
  clock: Clock;
  routes: ProxyRoutes;
  credentials: ProxyCredentialSource;
  /** Base URL of the service in use, unless it is inside of this computer. */
  service(): string | null;
}

/** Tries a proxy before it is used, without a request to the service. */
export class ProxyTest {
  readonly #options: ProxyTestOptions;
  readonly #tries: TriesAMinute;

  constructor(options: ProxyTestOptions) {
    this.#options = options;
    this.#tries = new TriesAMinute(options.clock);
  }

  /** @throws FleetdeskError `rate-limited` after six tries in a minute */
  async run({ setting, address }: ProxyTrial): Promise<ProxyTestResult> {
    this.#tries.count();
    const { routes, service } = this.#options;
    const base = baseOf(address) ?? service();
    const target = base === null ? null : targetOf(base);
    const route = await routes.routeTo(base ?? anyHost, setting);
    if (route === null) return { proxy: null, service: target, verdict: 'script' };
    const steps = route.split(';');
    let result: ProxyTestResult = { proxy: null, service: target, verdict: 'direct' };
    // As a request does: the next proxy where nothing answers at the one before.
    for (const step of steps.slice(0, mostSteps)) {
      const way = readWay(step);
      if (way === null) break;
      const proxy = `${way.place.host}:${way.place.port}`;
      const verdict = await this.#knock(way.place, way.isHttp ? target : null);
      result = { proxy, service: target, verdict };
      if (verdict !== 'unreachable') break;
    }
    return result;
  }

  async #knock(place: ProxyPlace, target: string | null): Promise<ProxyTestResult['verdict']> {
    const { routes, credentials } = this.#options;
    const first = await routes.knock(place, target, null);
    if (first !== 'asks') return verdictOf(first, target);
    // It asks a person where nothing is known, as a request would.
    const known = await credentials.credentialsFor(place, null);
    if (known === null) return 'asks';
    const second = await routes.knock(place, target, known);
    if (second === 'asks') await credentials.credentialsFor(place, known);
    return verdictOf(second, target);
  }
}

function verdictOf(
  answer: Awaited<ReturnType<ProxyRoutes['knock']>>,
  target: string | null,
): ProxyTestResult['verdict'] {
  if (answer === 'opened') return target === null ? 'reached' : 'works';
  return answer === 'refused' ? 'refuses' : answer;
}

/** Where a typed address leads; null while it leads nowhere, or to this computer. */
function baseOf(address: string | null): string | null {
  // Nothing is sent there: whether it is encrypted does not matter yet.
  const read = readBaseUrl(address ?? '', true);
  return read.ok && !read.isLoopback ? read.base : null;
}

function targetOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`;
}

/** The proxy of one step of a PAC answer; null for none. */
function readWay(step: string): { place: ProxyPlace; isHttp: boolean } | null {
  const found = /^(PROXY|HTTP|HTTPS|SOCKS|SOCKS4|SOCKS5|QUIC) (.+):(\d{1,5})$/i.exec(step.trim());
  if (found === null) return null;
  const [, kind = '', host = '', port = ''] = found;
  return { place: { host, port: Number(port) }, isHttp: /^(PROXY|HTTP)$/i.test(kind) };
}
