import type { Clock } from '../ports/clock';
import type { HttpAnswer, HttpRequest, HttpTransport } from '../ports/http-transport';

/** Learns from the `Date` header of each answer by how much the clock of the service differs. */
export class ServiceClock implements HttpTransport {
  readonly #clock: Clock;
  readonly #transport: HttpTransport;
  #ahead: number | null = null;

  constructor({ clock, transport }: { clock: Clock; transport: HttpTransport }) {
    this.#clock = clock;
    this.#transport = transport;
  }

  /** Milliseconds by which the service is ahead of this computer; null before it has answered. */
  ahead(): number | null {
    return this.#ahead;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const sentAt = this.#clock.monotonic();
    const answer = await this.#transport.send(request, signal);
    const date = Date.parse(answer.headers['date'] ?? '');
    if (!Number.isNaN(date)) {
      // The answer was dated on its way: half of it is the best guess.
      const way = (this.#clock.monotonic() - sentAt) / 2;
      this.#ahead = date + way - this.#clock.now();
    }
    return answer;
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    return this.#transport.findRedirect(request, signal);
  }
}
