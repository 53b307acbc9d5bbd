import type { AppError, ErrorCode, ErrorReason } from '@contract/errors';
import type { HttpFailure } from '../ports/http-transport';
import { type HttpAnswer } from '../ports/http-transport';
import { isHtml, readFieldMessages, readMessages, toPlainText } from './error-messages';
import { isNestedDeeply } from './nesting';
import type { Operation } from './operations/operation';
import type { Profile } from './profile';
import { readRetryAfter } from './retry-after';

/** What error mapping needs to know of the call. */
export interface CallContext {
  /** Method and path without query, for the technical details: nothing personal, no secret. */
  readonly label: string;
  readonly operation: Operation;
  readonly profile: Profile;
  /** Records in the body. */
  readonly records: number;
  /** Wall-clock time of the answer, epoch milliseconds. */
  readonly now: number;
}

/** Whether the answer says that too many requests were made. */
export function isRateAnswer(answer: HttpAnswer, profile: Profile): boolean {
  const { rateStatuses, rateStatusesWithRetryAfter } = profile.errors;
  if (rateStatuses.includes(answer.status)) return true;
  return (
    rateStatusesWithRetryAfter.includes(answer.status) &&
    answer.headers['retry-after'] !== undefined
  );
}

/** Whether the answer is a success by its status. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Characters of the service's words that are kept in all: a person reads no more. */
const LONGEST_WORDS = 10_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Meaning {
  code: ErrorCode;
  reason?: ErrorReason;
}

function meaningOf(answer: HttpAnswer, isPage: boolean, context: CallContext): Meaning {
  const { status } = answer;
  const { operation, profile } = context;
  if (isRateAnswer(answer, profile)) return { code: 'rate-limited' };
  if (REDIRECTS.has(status)) return { code: 'bad-response', reason: 'redirect' };
  // "Not modified" to a question without a condition, "multiple choices": no answer to it.
  if (status < 400) return { code: 'bad-response', reason: 'unexpected-shape' };
  if (operation.effect === 'authenticate' && !isPage) {
    const { refusedStatuses, refusedOrFaultStatuses } = profile.errors;
    if (refusedStatuses.includes(status)) return { code: 'unauthenticated', reason: 'refused' };
    if (refusedOrFaultStatuses.includes(status)) {
      return { code: 'unauthenticated', reason: 'refused-or-fault' };
    }
  }
  if (status >= 500) return { code: 'service-error', ...(isPage && { reason: 'html' }) };
  // A proxy that wants a sign-in of its own must not end the session: its page refused no token.
  const isPageOfAnother = isPage && operation.effect === 'authenticate';
  if (status === 401 && !isPageOfAnother) return { code: 'unauthenticated', reason: 'expired' };
  // A page in place of an answer comes from something in between: no word about the record.
  if (isPage) return { code: 'bad-response', reason: 'html' };
  switch (status) {
    case 403:
      return { code: 'forbidden' };
    case 404:
    case 410:
      return { code: 'not-found' };
    case 408:
      return { code: 'timeout' };
    case 409:
    case 412:
      return { code: 'conflict' };
    default:
      return { code: 'invalid-request' };
  }
}

/** The error that an answer without success stands for. */
export function errorOfAnswer(answer: HttpAnswer, context: CallContext): AppError {
  const isPage = isHtml(answer.body, answer.headers['content-type']);
  const meaning = meaningOf(answer, isPage, context);
  const body = isPage ? undefined : parseJson(answer.body);
  const messages = isPage ? [] : messagesOf(answer.body, body, context.profile);
  const fields = readFieldMessages(body, messages, {
    records: context.records,
    wireNames: context.operation.wireNames ?? {},
  });
  const retryAfter = readRetryAfter(answer.headers, context.now);
  return {
    ...meaning,
    message: `${context.label} answered ${answer.status}${isPage ? ' with a web page' : ''}`,
    status: answer.status,
    ...(messages.length > 0 && { serviceMessage: messages.join('\n').slice(0, LONGEST_WORDS) }),
    ...(fields.length > 0 && { fields }),
    ...(meaning.code === 'rate-limited' &&
      retryAfter !== null && { retryAt: context.now + retryAfter }),
  };
}

function messagesOf(text: string, body: unknown, profile: Profile): string[] {
  if (body === undefined) {
    const plain = toPlainText(text);
    return plain === '' ? [] : [plain];
  }
  if (typeof body === 'string') {
    const plain = toPlainText(body);
    return plain === '' ? [] : [plain];
  }
  return readMessages(body, profile.errors.messages);
}

/**
 * The JSON of a text, undefined where it is none or nested endlessly. A byte order mark is no part
 * of it.
 */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  if (isNestedDeeply(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const FAILURE_MEANINGS: Record<HttpFailure['kind'], Meaning> = {
  refused: { code: 'offline', reason: 'connection-refused' },
  'host-unknown': { code: 'offline', reason: 'host-unknown' },
  certificate: { code: 'offline', reason: 'certificate' },
  'secure-connection': { code: 'offline', reason: 'secure-connection' },
  'proxy-sign-in': { code: 'offline', reason: 'proxy-sign-in' },
  'proxy-script': { code: 'offline', reason: 'proxy-script' },
  offline: { code: 'offline' },
  reset: { code: 'offline' },
  timeout: { code: 'timeout' },
  redirect: { code: 'bad-response', reason: 'redirect' },
  'too-large': { code: 'bad-response', reason: 'too-large' },
  'cut-short': { code: 'bad-response', reason: 'not-json' },
  cancelled: { code: 'cancelled' },
};

/** The error that a missing answer stands for. */
export function errorOfFailure(failure: HttpFailure, label: string): AppError {
  return {
    ...FAILURE_MEANINGS[failure.kind],
    message: `${label}: ${failure.message}`,
    ...(failure.redirectTo !== null && { redirectTo: failure.redirectTo }),
  };
}
