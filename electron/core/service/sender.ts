import type { Lane } from '@contract/budget';
import { FleetdeskError, type AppError } from '@contract/errors';
import type { Slot } from '../budget/slot';
import { cancelledError } from '../cancelled';
import { log } from '../log';
import type { Clock } from '../ports/clock';
import { HttpFailure, type HttpAnswer, type HttpTransport } from '../ports/http-transport';
import { errorOfAnswer, errorOfFailure, isRateAnswer, isSuccess, parseJson } from './answer-errors';
import { answerSizes, answerTimes, largestRefusal } from './answer-limits';
import { encodeRequest, type EncodedRequest } from './encoding';
import { isHtml } from './error-messages';
import { isJsonObject } from './json';
import type { CallableName } from './operations';
import { entryOf } from './operations';
import type { Operation } from './operations/operation';
import { formOf } from './operation-forms';
import { readRetryAfter } from './retry-after';
import type { Target } from './target';
import { workOfflineError, type WorkOffline } from './work-offline';

const UNREAD_ANSWERS: ReadonlySet<HttpFailure['kind']> = new Set([
  'redirect',
  'too-large',
  'cut-short',
] as const);

/** One request, ready to be sent through one slot. */
export interface Sending {
  readonly operation: CallableName;
  /** Parsed by the operation's schema. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly slot: Slot;
  readonly target: Target;
  /** Of the budget, for the log; a sign-in and a refresh have their own. */
  readonly lane?: Lane;
  /** Absent for the operations that need none. */
  readonly token?: string;
  /** Breaks the request off. */
  readonly signal?: AbortSignal;
  /** Nobody waits for the answer any more: it is not sent, or its body is left unread. */
  readonly unwanted?: AbortSignal;
  /** Number of the first page, where it is not the one that is known. */
  readonly firstPage?: number;
}

/** What one request brought: a decoded output, or an error with what a retry needs to know. */
export type Outcome =
  | { ok: true; output: unknown }
  | {
      ok: false;
      error: AppError;
      request: EncodedRequest;
      /**
       * `answered`: the service (or something in its name) replied. `lost`: it may have been
       * carried out. `unsent`: it certainly was not.
       */
      fate: 'answered' | 'lost' | 'unsent';
      /** The answer is JSON of the service, not a page or a word of a gateway in front of it. */
      isOfService: boolean;
    };

/** Sends one request through one slot: no token logic, no retry. */
export class Sender {
  readonly #clock: Clock;
  readonly #transport: HttpTransport;
  readonly #workOffline: WorkOffline | undefined;

  constructor(ports: {
    clock: Clock;
    transport: HttpTransport;
    workOffline?: WorkOffline | undefined;
  }) {
    this.#clock = ports.clock;
    this.#transport = ports.transport;
    this.#workOffline = ports.workOffline;
  }

  /** @throws FleetdeskError where the request could not even be written down */
  async send(sending: Sending): Promise<Outcome> {
    const { slot, target, signal } = sending;
    const entry = entryOf(sending.operation, target.profile);
    const request = await this.#prepare(sending, entry);
    // A sign-in is a person's own doing; everything else would go out behind their back.
    if (this.#workOffline?.isOn === true && sending.operation !== 'authentication.logIn') {
      slot.unsent();
      return { ok: false, error: workOfflineError, request, fate: 'unsent', isOfService: false };
    }
    const label = `${request.method} ${request.path.split('?')[0] ?? ''}`;
    const sentAt = this.#clock.monotonic();
    let answer: HttpAnswer;
    try {
      answer = await this.#transport.send(
        {
          method: request.method,
          base: target.base,
          path: request.path,
          headers: request.headers,
          body: request.body,
          timeout: answerTimes[entry.answer?.time ?? 'usual'],
          maxBytes: answerSizes[entry.answer?.size ?? 'record'],
          maxRefusalBytes: largestRefusal,
        },
        signal,
      );
    } catch (caught) {
      this.#log(sending, sentAt, caught instanceof HttpFailure ? caught.kind : 'fault');
      return this.#fail(caught, { sending, request, label, sentAt });
    }
    this.#log(sending, sentAt, answer.status);
    slot.answered();
    target.link.answered();
    target.account.wakeLink();
    return this.#read(answer, { sending, entry, request, label });
  }

  /** Neither path nor body: they may name people and vehicles. */
  #log({ operation, lane }: Sending, sentAt: number, status: number | string): void {
    const ms = Math.round(this.#clock.monotonic() - sentAt);
    const isFine = typeof status === 'number' && status < 400;
    const facts = { operation, lane: lane ?? 'session', status, ms };
    log(isFine ? 'info' : 'warning', 'request', facts);
  }

  /** Writes the request and books its slot; gives the slot back where that fails. */
  async #prepare(sending: Sending, entry: Operation): Promise<EncodedRequest> {
    const { slot, target, operation, token } = sending;
    const { profile, learned } = target;
    try {
      const request = encodeRequest(entry, sending.input, {
        profile,
        form: formOf(operation, profile),
        firstPage: sending.firstPage ?? learned.firstPage ?? profile.paging.firstPage,
        publicKey: target.publicKey,
        refused: learned.refusedBy(operation),
      });
      const ends = [sending.signal, sending.unwanted].filter((end) => end !== undefined);
      await slot.book(AbortSignal.any(ends));
      if (sending.signal?.aborted || sending.unwanted?.aborted) throw cancelledError();
      if (token === undefined) return request;
      return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
    } catch (fault) {
      slot.unsent();
      throw fault;
    }
  }

  #fail(
    caught: unknown,
    {
      sending,
      request,
      label,
      sentAt,
    }: { sending: Sending; request: EncodedRequest; label: string; sentAt: number },
  ): Outcome {
    const { slot, target } = sending;
    if (!(caught instanceof HttpFailure)) {
      slot.lost();
      throw caught;
    }
    const error = errorOfFailure(caught, label);
    // A redirect, an endless body and half a body are answers, only not ones that are read.
    if (UNREAD_ANSWERS.has(caught.kind)) {
      slot.answered();
      target.link.answered();
      target.account.wakeLink();
      return { ok: false, error, request, fate: 'answered', isOfService: false };
    }
    if (caught.kind !== 'cancelled') {
      const delay = target.link.failed(error, sentAt);
      // Before the slot is free: else the next one in the queue would try at once.
      if (delay !== null) target.account.restForLink(delay);
    }
    if (caught.sent === 'no') slot.unsent();
    else slot.lost();
    const fate = caught.sent === 'no' ? 'unsent' : 'lost';
    return { ok: false, error, request, fate, isOfService: false };
  }

  #read(
    answer: HttpAnswer,
    {
      sending,
      entry,
      request,
      label,
    }: { sending: Sending; entry: Operation; request: EncodedRequest; label: string },
  ): Outcome {
    const { account, link, profile } = sending.target;
    const now = this.#clock.now();
    if (isSuccess(answer)) {
      account.forgive();
      if (sending.unwanted?.aborted) throw cancelledError();
      const decoded = decodeAnswer(answer, entry, { profile, receivedAt: now }, label);
      if (!decoded.ok) return { ...decoded, request, fate: 'answered', isOfService: true };
      if (entry.effect === 'read') link.told();
      return decoded;
    }
    const context = { label, operation: entry, profile, records: request.records, now };
    const error = errorOfAnswer(answer, context);
    if (isRateAnswer(answer, profile)) {
      error.retryAt = account.restForRate(readRetryAfter(answer.headers, now));
    }
    const isOfService = isJsonObject(parseJson(answer.body));
    return { ok: false, error, request, fate: 'answered', isOfService };
  }
}

/** The output that a successful answer holds, or why it can't be read. */
export function decodeAnswer(
  answer: HttpAnswer,
  entry: Operation,
  context: Parameters<Operation['decode']>[1],
  label: string,
): { ok: true; output: unknown } | { ok: false; error: AppError } {
  const bad = (reason: 'html' | 'not-json', what: string): { ok: false; error: AppError } => ({
    ok: false,
    error: {
      code: 'bad-response',
      reason,
      status: answer.status,
      message: `${label} answered ${answer.status} with ${what}`,
    },
  });
  if (isHtml(answer.body, answer.headers['content-type'])) return bad('html', 'a web page');
  const text = entry.takesText === true && answer.body.trim() !== '' ? answer.body : null;
  const body = text ?? parseJson(answer.body);
  const needsBody = entry.effect === 'read' || entry.effect === 'authenticate';
  if (body === undefined && needsBody) {
    return bad('not-json', answer.body.trim() === '' ? 'nothing' : 'what is not JSON');
  }
  try {
    return { ok: true, output: entry.decode(body, context) };
  } catch (caught) {
    if (!(caught instanceof FleetdeskError)) throw caught;
    const message = `${label}: ${caught.error.message}`;
    return { ok: false, error: { ...caught.error, status: answer.status, message } };
  }
}
