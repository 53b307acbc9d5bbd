import { HttpFailure, type HttpAnswer, type HttpRequest } from '@core/ports/http-transport';
import type { HttpTransport } from '@core/ports/http-transport';
import { makeDemoService, type DemoHttp, type DemoParts } from '../../electron/demo/start';
import type { World } from '@main/world';
import type { DemoOptions } from '../../electron/demo';
import { streetsOf } from './demo-fleet';

/** Which requests an answer is held back for. */
type Held = { method: string | null; release: () => void; released: Promise<void> };

/**
 * The demo service without a socket: requests reach its routes in this very process. It answers
 * at every address, and can be cut off.
 */
export class InProcessService implements HttpTransport {
  readonly demo: DemoHttp;
  /** Why no request arrives; null while the service is reached. */
  failure: HttpFailure | null = null;
  /** Where every request is redirected to. */
  movedTo: string | null = null;
  /** Requests under way, and all there ever were. */
  inFlight = 0;
  sent = 0;
  #held: Held | null = null;

  private constructor(demo: DemoHttp) {
    this.demo = demo;
  }

  static async make(
    options: DemoOptions,
    parts: Pick<DemoParts, 'makeWorld' | 'access'> = {},
  ): Promise<InProcessService> {
    const demo = await makeDemoService(
      { testControl: true, ...options },
      {
        ...parts,
        outage: (milliseconds) => {
          service.cutOff();
          setTimeout(() => {
            service.failure = null;
          }, milliseconds);
        },
      },
    );
    const service = new InProcessService(demo);
    return service;
  }

  /** This very service in the place of one that the app starts for a demo fleet. */
  asDemoFleet(): World['demo'] {
    const { publicKey, username, password } = this.demo;
    const drawStreets = (seed: number) => Promise.resolve(streetsOf(seed));
    return {
      drawStreets,
      startWorker: () =>
        Promise.resolve({
          ...{ publicKey, username, password },
          url: 'http://127.0.0.1:41000/v2',
          streets: () => drawStreets(this.demo.seed),
          end: () => Promise.resolve(),
        }),
    };
  }

  /** From now on no request arrives, as without a network. */
  cutOff(): void {
    this.failure = new HttpFailure('offline', 'connect ENETUNREACH 203.0.113.9:443', {
      sent: 'no',
    });
  }

  /** Holds requests of a method back, or all with null; call the answer to let them go on. */
  hold(method: string | null = null): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = { method, release, released };
    this.#held = held;
    return () => {
      if (this.#held === held) this.#held = null;
      release();
    };
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    this.sent += 1;
    if (this.failure !== null) throw this.failure;
    if (this.movedTo !== null) {
      throw new HttpFailure('redirect', 'HTTP 301', { sent: 'maybe', redirectTo: this.movedTo });
    }
    const held = this.#held;
    if (held !== null && (held.method === null || held.method === request.method)) {
      await withdrawable(held.released, signal);
    }
    this.inFlight += 1;
    try {
      return await withdrawable(this.#ask(request), signal);
    } finally {
      this.inFlight -= 1;
    }
  }

  findRedirect(): Promise<string | null> {
    return Promise.resolve(this.movedTo);
  }

  /** Speaks to the control endpoints of the demo service. */
  async control(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> {
    const answer = await this.demo.app.inject({
      method,
      url: `/control/${path}`,
      ...(body !== undefined && { payload: body }),
    });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`);
  }

  /** Everything is as at the beginning. */
  async reset(): Promise<void> {
    this.failure = null;
    this.movedTo = null;
    this.#held = null;
    await this.control('POST', 'reset');
  }

  async close(): Promise<void> {
    this.failure = null;
    await this.demo.app.close();
  }

  async #ask({ method, base, path, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const { pathname, search } = new URL(`${base}${path}`);
    const answer = await this.demo.app.inject({
      ...{ method, headers, url: `${pathname}${search}` },
      ...(body !== null && { payload: body }),
    });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: answer.body,
    };
  }
}

/** What comes of some work, or `cancelled` once a signal says that nobody waits for it. */
function withdrawable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(new HttpFailure('cancelled', 'The request was withdrawn.', { sent: 'maybe' }));
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
