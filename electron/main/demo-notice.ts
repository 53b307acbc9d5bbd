import { readBaseUrl } from '@contract/connections';
import type { HttpAnswer, HttpRequest, HttpTransport } from '@core/ports/http-transport';

/** By this header a demo service says what it is: `seed=N` names the town that it invented. */
const header = 'x-fleetdesk-demo';

/**
 * Notices demo services on this machine by their answers, so that the map can draw their streets
 * without asking the network for anything.
 */
export class DemoNotice implements HttpTransport {
  readonly #transport: HttpTransport;
  readonly #seeds = new Map<string, number>();

  constructor(transport: HttpTransport) {
    this.#transport = transport;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const answer = await this.#transport.send(request, signal);
    const said = /^seed=(\d{1,9})$/.exec(answer.headers[header] ?? '')?.[1];
    const base = readBaseUrl(request.base, true);
    if (said !== undefined && base.ok && base.isLoopback) {
      this.#seeds.set(base.origin, Number(said));
    }
    return answer;
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    return this.#transport.findRedirect(request, signal);
  }

  /** The seed of the demo service at this address; null where none has shown itself. */
  seedAt(baseUrl: string): number | null {
    const base = readBaseUrl(baseUrl, true);
    return base.ok ? (this.#seeds.get(base.origin) ?? null) : null;
  }
}
