import type { z } from 'zod';
import type { ConnectionReport, connectionProbeSchema } from '@contract/connections';
import { FleetdeskError, type AppError } from '@contract/errors';
import type { BudgetAccount } from '../budget/budget-account';
import type { Slot } from '../budget/slot';
import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpTransport,
} from '../ports/http-transport';
import type { Connections } from './connections';
import { Link } from '../service/link';
import { readAddress } from './address';
import { openTarget } from './targets';
import {
  errorOfAnswer,
  errorOfFailure,
  isRateAnswer,
  isSuccess,
  parseJson,
  type CallContext,
} from '../service/answer-errors';
import { largestRefusal } from '../service/answer-limits';
import { encodeRequest } from '../service/encoding';
import { isHtml } from '../service/error-messages';
import { catalogue } from '../service/operations';
import { defaultProfile } from '../service/profile';
import { isAboutPublicKey, otherPlace, publicKeyError, withKeyAt } from '../service/public-key';
import { readRetryAfter } from '../service/retry-after';
import type { Target } from '../service/target';

/** How long an answer may take, milliseconds: somebody watches the form. */
const TIMEOUT = 15_000;

/** What *Test connection* needs. */
export interface TestConnectionOptions {
  clock: Clock;
  files: Files;
  transport: HttpTransport;
  budget: RequestBudget;
  connections: Connections;
}

/**
 * Asks once, without credentials, whether the service answers there: it should want a sign-in
 * (401) and say so in JSON. Where it refuses the public key instead, it is asked once more with the
 * key at the other documented place. Each request counts like any other.
 * @throws FleetdeskError
 */
export async function testConnection(
  probe: z.output<typeof connectionProbeSchema>,
  options: TestConnectionOptions,
  signal?: AbortSignal,
): Promise<ConnectionReport> {
  const { clock, transport } = options;
  const address = readAddress({ baseUrl: probe.baseUrl, allowPlainHttp: probe.allowPlainHttp });
  const usual = options.connections.profileAt(address.base) ?? defaultProfile;
  const { publicKey, publicKeyPlace: wanted } = probe;
  const profile = wanted === undefined ? usual : withKeyAt(usual, wanted);
  const link = new Link({ clock }, () => undefined);
  const { budget, connections } = options;
  const key = { origin: address.origin, publicKey };
  const isKnown = connections.knowsLedger(budget.fingerprint(key)) || (await budget.isUsed(key));
  const target: TestTarget = {
    base: address.base,
    publicKey,
    profile,
    accounts: [await budget.testAccount(address.origin)],
  };
  if (isKnown) {
    // Somebody signs in with this key: the test is one of the requests of that minute, too.
    const terms = { publicKey, profile, share: null, link };
    target.accounts.push((await openTarget(address, terms, options)).account);
  }
  const first = await ask(target, { clock, transport, signal });
  if (first.outcome !== 'key-refused') return { ...first, publicKeyPlace: null };
  const place = wanted === undefined && publicKey !== '' ? otherPlace(profile) : null;
  if (place === null) throw new FleetdeskError(publicKeyError(first.error, publicKey));
  const moved = { ...target, profile: withKeyAt(profile, place) };
  const second = await ask(moved, { clock, transport, signal });
  if (second.outcome !== 'key-refused') return { ...second, publicKeyPlace: place };
  throw new FleetdeskError(publicKeyError(second.error, publicKey));
}

/** Where a test goes, and the accounts in which it counts. */
interface TestTarget extends Pick<Target, 'base' | 'publicKey' | 'profile'> {
  readonly accounts: BudgetAccount[];
}

interface Ports {
  clock: Clock;
  transport: HttpTransport;
  signal: AbortSignal | undefined;
}

type Found =
  | Omit<ConnectionReport, 'publicKeyPlace'>
  /** The service answered, and does not take the key. */
  | { outcome: 'key-refused'; error: AppError };

/** One request and what it tells. @throws FleetdeskError */
async function ask(target: TestTarget, { clock, transport, signal }: Ports): Promise<Found> {
  const { profile, publicKey } = target;
  const operation = catalogue['roles.list'];
  const form = profile.operations['roles.list'];
  const { firstPage } = profile.paging;
  const terms = { profile, form, publicKey, firstPage, refused: new Set<never>() };
  const encoded = encodeRequest(operation, {}, terms);
  // An answer to a request without credentials is as short as a refusal.
  const limits = { maxBytes: largestRefusal, maxRefusalBytes: largestRefusal };
  const request = { ...encoded, ...limits, base: target.base, timeout: TIMEOUT };
  // Without the query: it may hold the key.
  const label = `${encoded.method} ${encoded.path.split('?')[0] ?? ''}`;
  const slots = await takeSlots(target, signal);
  const sentAt = clock.monotonic();
  const answer = await transport.send(request, signal).catch((caught: unknown) => {
    return settleFailure(caught, slots, label);
  });
  const latencyMs = Math.round(clock.monotonic() - sentAt);
  if (answer === 'redirect') {
    const redirectTo = await findRedirect(request, { target, transport, signal, label });
    return { outcome: 'redirect', redirectTo, latencyMs };
  }
  for (const slot of slots) slot.answered();
  const now = clock.now();
  const context = { label, now, operation, profile, records: 0 };
  const isJson =
    !isHtml(answer.body, answer.headers['content-type']) && parseJson(answer.body) !== undefined;
  if (isJson && !isSuccess(answer)) {
    const error = errorOfAnswer(answer, context);
    if (isAboutPublicKey(error, profile)) return { outcome: 'key-refused', error };
  }
  const asksForSignIn = answer.status === 401 || answer.status === 403;
  if (isJson && (asksForSignIn || answer.status === 200)) {
    return { outcome: 'reachable', redirectTo: null, latencyMs };
  }
  if (isRateAnswer(answer, profile)) {
    for (const account of target.accounts) {
      account.restForRate(readRetryAfter(answer.headers, now));
    }
  }
  throw notTheService(answer, context);
}

/**
 * A slot of each account, written down before a request is sent.
 * @throws FleetdeskError, with every slot given back
 */
async function takeSlots(
  { accounts }: TestTarget,
  signal: AbortSignal | undefined,
): Promise<Slot[]> {
  const slots: Slot[] = [];
  try {
    for (const account of accounts) {
      const slot = await account.queue('interactive', signal ? { signal } : {}).slot;
      slots.push(slot);
      await slot.book(signal);
    }
    return slots;
  } catch (fault) {
    for (const slot of slots) slot.unsent();
    throw fault;
  }
}

/** @throws FleetdeskError for every failure but a redirect */
function settleFailure(caught: unknown, slots: readonly Slot[], label: string): 'redirect' {
  if (!(caught instanceof HttpFailure)) {
    for (const slot of slots) slot.lost();
    throw caught;
  }
  if (caught.kind === 'redirect') {
    for (const slot of slots) slot.answered();
    return 'redirect';
  }
  for (const slot of slots) {
    if (caught.sent === 'no') slot.unsent();
    else slot.lost();
  }
  throw new FleetdeskError(errorOfFailure(caught, label));
}

/** Where the service is instead, as a base URL to offer. The second request counts too. */
async function findRedirect(
  request: HttpRequest,
  ports: {
    target: TestTarget;
    transport: HttpTransport;
    signal: AbortSignal | undefined;
    label: string;
  },
): Promise<string> {
  const { signal } = ports;
  const slots = await takeSlots(ports.target, signal);
  // Nothing that identifies the person goes to wherever this leads.
  const path = request.path.split('?')[0] ?? '';
  const bare = { ...request, path, headers: { accept: 'application/json' } };
  const place = await ports.transport.findRedirect(bare, signal).catch((caught: unknown) => {
    return settleFailure(caught, slots, ports.label);
  });
  for (const slot of slots) slot.answered();
  const base = place === null || place === 'redirect' ? null : toBase(place, path);
  if (base !== null) return base;
  throw new FleetdeskError({
    code: 'bad-response',
    reason: 'redirect',
    message: `${ports.label} is redirected, and it can't be told where to.`,
  });
}

/** The base URL under which a redirected operation path would be found. */
function toBase(place: string, path: string): string | null {
  if (!URL.canParse(place)) return null;
  const { protocol, origin, pathname } = new URL(place);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const plain = pathname.replace(/\/+$/, '');
  const version = '/v2';
  return plain.endsWith(path) ? origin + plain.slice(0, -path.length) + version : origin + version;
}

function notTheService(answer: HttpAnswer, context: CallContext): FleetdeskError {
  const isPage = isHtml(answer.body, answer.headers['content-type']);
  const isRefusal = answer.status >= 400 && answer.status !== 401 && answer.status !== 403;
  if (isRefusal) {
    const error = errorOfAnswer(answer, context);
    // "Not found" of a record means something else than of the whole address.
    if (error.code !== 'not-found') return new FleetdeskError(error);
  }
  return new FleetdeskError({
    code: 'bad-response',
    reason: isPage
      ? 'html'
      : parseJson(answer.body) === undefined
        ? 'not-json'
        : 'unexpected-shape',
    status: answer.status,
    message: `${context.label} answered ${answer.status}, not as the service does.`,
  });
}
