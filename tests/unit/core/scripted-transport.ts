import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpTransport,
} from '@core/ports/http-transport';
import type { VirtualClock } from './virtual-clock';

/** What a script does with one request. */
export type Reply = Answer | Failure;

interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

interface Failure {
  failure: HttpFailure['kind'];
  sent?: 'no' | 'maybe';
  redirectTo?: string;
}

/** A request as a test reads it. */
export interface SeenRequest extends HttpRequest {
  /** Path without query. */
  readonly plainPath: string;
  readonly query: URLSearchParams;
  readonly json: unknown;
  /** Monotonic. */
  readonly at: number;
}

/** Answers requests by a script, after a latency on the virtual clock. */
export class ScriptedTransport implements HttpTransport {
  readonly seen: SeenRequest[] = [];
  readonly #clock: VirtualClock;
  latency = 200;
  /** What answers; the last one set counts. */
  script: (request: SeenRequest) => Reply = () => ({ json: { data: [] } });
  redirect: string | null = null;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const [plainPath = '', query = ''] = request.path.split('?');
    const seen: SeenRequest = {
      ...request,
      plainPath,
      query: new URLSearchParams(query),
      json: request.body === null ? null : JSON.parse(request.body),
      at: this.#clock.monotonic(),
    };
    this.seen.push(seen);
    const reply = this.script(seen);
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(this.latency, () => {
        signal?.removeEventListener('abort', abort);
        if ('failure' in reply) reject(failureOf(reply));
        else resolve(answerOf(reply));
      });
      const abort = (): void => {
        cancel();
        reject(new HttpFailure('cancelled', 'cancelled', { sent: 'maybe' }));
      };
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  findRedirect(): Promise<string | null> {
    return Promise.resolve(this.redirect);
  }

  /** Requests to a path. */
  to(path: string): SeenRequest[] {
    return this.seen.filter(({ plainPath }) => plainPath === path);
  }
}

function failureOf({ failure, sent = 'maybe', redirectTo = '' }: Failure): HttpFailure {
  const place = redirectTo === '' ? null : redirectTo;
  return new HttpFailure(failure, failure, { sent, redirectTo: place });
}

function answerOf({ status = 200, json, text, headers = {} }: Answer): HttpAnswer {
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
