import { HttpFailure, type HttpAnswer, type HttpRequest } from '@core/ports/http-transport';
import type { HttpTransport } from '@core/ports/http-transport';
import { makeDemoService, type DemoHttp, type DemoParts } from '../../electron/demo/start';
import type { World } from '@main/world';
import type { DemoOptions } from '../../electron/demo';
import { streetsOf } from './demo-fleet';

/** Which requests an answer is held back for. */
type Held = {
  isHeld: (request: HttpRequest) => boolean;
  release: () => void;
  released: Promise<void>;
};

/** Whether a request signs somebody in or out. */
const isOfSession = ({ path }: HttpRequest): boolean => path.includes('/auth/');

/** Whether a request changes something but a session. */
const isWrite = (request: HttpRequest): boolean =>
  request.method !== 'GET' && !isOfSession(request);

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
  /** While no request arrives, a person can still sign in. */
  #letsSignIn = false;

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

  /** From now on no request arrives, as without a network; that of a sign-in may. */
  cutOff({ letsSignIn = false } = {}): void {
    this.#letsSignIn = letsSignIn;
    this.failure = new HttpFailure('offline', 'connect ENETUNREACH 203.0.113.9:443', {
      sent: 'no',
    });
  }

  /** Holds such requests back, or all, until {@link release}. */
  hold(isHeld: Held['isHeld'] = () => true): void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held = { isHeld, release, released };
  }

  /** Holds all changes back but the first ones; what was held back before goes on. */
  holdWrites(answered: number): void {
    this.release();
    let left = answered;
    this.hold((request) => {
      if (isWrite(request)) left -= 1;
      return isWrite(request) && left < 0;
    });
  }

  /** Lets what is held back go on. */
  release(): void {
    this.#held?.release();
    this.#held = null;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    this.sent += 1;
    if (this.failure !== null && !(this.#letsSignIn && isOfSession(request))) throw this.failure;
    if (this.movedTo !== null) {
      throw new HttpFailure('redirect', 'HTTP 301', { sent: 'maybe', redirectTo: this.movedTo });
    }
    const held = this.#held;
    if (held?.isHeld(request) === true) {
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
