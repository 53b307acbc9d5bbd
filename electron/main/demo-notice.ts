import { readBaseUrl } from '@contract/connections';
import type { HttpAnswer, HttpRequest, HttpTransport } from '@core/ports/http-transport';

/** By this header a demo service says what it is: `seed=N` names the town that it invented. */
const header = 'x-fleetdesk-demo';

/** What the answers of one origin have told: a seed, or that it is no demo. */
interface Told {
  seed: Promise<number | null>;
  tell(seed: number | null): void;
}

/**
 * Notices demo services on this machine by their answers, so that the map can draw their streets
 * without asking the network for anything.
 */
export class DemoNotice implements HttpTransport {
  readonly #transport: HttpTransport;
  readonly #told = new Map<string, Told>();

  constructor(transport: HttpTransport) {
    this.#transport = transport;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const answer = await this.#transport.send(request, signal);
    const said = /^seed=(\d{1,9})$/.exec(answer.headers[header] ?? '')?.[1];
    this.#at(request.base)?.tell(said === undefined ? null : Number(said));
    return answer;
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    return this.#transport.findRedirect(request, signal);
  }

  /**
   * The seed of the demo service at this address, once its first answer has told; null where it is
   * none, and at once for any other machine.
   */
  seedAt(baseUrl: string): Promise<number | null> {
    return this.#at(baseUrl)?.seed ?? Promise.resolve(null);
  }

  #at(baseUrl: string): Told | null {
    const base = readBaseUrl(baseUrl, true);
    if (!base.ok || !base.isLoopback) return null;
    const known = this.#told.get(base.origin);
    if (known !== undefined) return known;
    let tell: Told['tell'] = () => undefined;
    const seed = new Promise<number | null>((resolve) => {
      tell = resolve;
    });
    const told = { seed, tell };
    this.#told.set(base.origin, told);
    return told;
  }
}
