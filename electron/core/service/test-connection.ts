import type { z } from 'zod';
import type { ConnectionReport, connectionProbeSchema } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import type { Slot } from '../budget/budget-account';
import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpTransport,
} from '../ports/http-transport';
import type { Connections } from '../session/connections';
import { Link } from '../session/link';
import { openTarget, readAddress } from '../session/targets';
import { errorOfAnswer, errorOfFailure, isRateAnswer, parseJson } from './answer-errors';
import { encodeRequest } from './encoding';
import { isHtml } from './error-messages';
import { operations } from './operations';
import { defaultProfile, type Profile } from './profile';
import { readRetryAfter } from './retry-after';
import type { Target } from './target';

/** How long an answer may take, milliseconds: somebody watches the form. */
const TIMEOUT = 15_000;

/** An answer to a request without credentials is short. */
const LARGEST_ANSWER = 1024 * 1024;

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
 * (401) and say so in JSON. The request counts like any other.
 * @throws FleetdeskError
 */
export async function testConnection(
  probe: z.output<typeof connectionProbeSchema>,
  options: TestConnectionOptions,
  signal?: AbortSignal,
): Promise<ConnectionReport> {
  const { clock, transport } = options;
  const address = readAddress({ baseUrl: probe.baseUrl, allowPlainHttp: probe.allowPlainHttp });
  const profile = options.connections.profileAt(address.base) ?? defaultProfile;
  const { publicKey } = probe;
  const link = new Link({ clock }, () => undefined);
  const target = await openTarget(address, { publicKey, profile, share: null, link }, options);
  const form = profile.operations['roles.list'];
  const encoded = encodeRequest(
    operations['roles.list'],
    {},
    { profile, form, publicKey, firstPage: profile.paging.firstPage, refused: new Set() },
  );
  const request = { ...encoded, base: target.base, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER };
  const label = `${encoded.method} ${encoded.path}`;
  const slot = await target.account.queue('interactive', signal ? { signal } : {}).slot;
  await book(slot);
  const sentAt = clock.monotonic();
  const answer = await transport.send(request, signal).catch((caught: unknown) => {
    return settleFailure(caught, slot, label);
  });
  if (answer === 'redirect') {
    const latencyMs = Math.round(clock.monotonic() - sentAt);
    const redirectTo = await findRedirect(request, { target, transport, signal, label });
    return { outcome: 'redirect', redirectTo, latencyMs };
  }
  slot.answered();
  const latencyMs = Math.round(clock.monotonic() - sentAt);
  const now = clock.now();
  const asksForSignIn = answer.status === 401 || answer.status === 403;
  const isJson =
    !isHtml(answer.body, answer.headers['content-type']) && parseJson(answer.body) !== undefined;
  if (isJson && (asksForSignIn || answer.status === 200)) {
    return { outcome: 'reachable', redirectTo: null, latencyMs };
  }
  if (isRateAnswer(answer, profile)) {
    target.account.restForRate(readRetryAfter(answer.headers, now));
  }
  throw notTheService(answer, { label, now, profile });
}

/** Writes a request down before it is sent. @throws FleetdeskError, with the slot given back */
async function book(slot: Slot): Promise<void> {
  await slot.book().catch((fault: unknown) => {
    slot.unsent();
    throw fault;
  });
}

/** @throws FleetdeskError for every failure but a redirect */
function settleFailure(caught: unknown, slot: Slot, label: string): 'redirect' {
  if (!(caught instanceof HttpFailure)) {
    slot.lost();
    throw caught;
  }
  if (caught.kind === 'redirect') {
    slot.answered();
    return 'redirect';
  }
  if (caught.sent === 'no') slot.unsent();
  else slot.lost();
  throw new FleetdeskError(errorOfFailure(caught, label));
}

/** Where the service lies instead, as a base URL to offer. The second request counts too. */
async function findRedirect(
  request: HttpRequest,
  ports: {
    target: Target;
    transport: HttpTransport;
    signal: AbortSignal | undefined;
    label: string;
  },
): Promise<string> {
  const { signal } = ports;
  const slot = await ports.target.account.queue('interactive', signal ? { signal } : {}).slot;
  await book(slot);
  // Nothing that identifies the person goes to wherever this leads.
  const bare = { ...request, headers: { accept: 'application/json' } };
  const place = await ports.transport.findRedirect(bare, signal).catch((caught: unknown) => {
    return settleFailure(caught, slot, ports.label);
  });
  slot.answered();
  const base = place === null || place === 'redirect' ? null : toBase(place, request.path);
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

function notTheService(
  answer: HttpAnswer,
  { label, now, profile }: { label: string; now: number; profile: Profile },
): FleetdeskError {
  const isPage = isHtml(answer.body, answer.headers['content-type']);
  const isRefusal = answer.status >= 400 && answer.status !== 401 && answer.status !== 403;
  if (isRefusal) {
    const error = errorOfAnswer(answer, {
      label,
      now,
      operation: operations['roles.list'],
      profile,
      records: 0,
    });
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
    message: `${label} answered ${answer.status}, not as the service does.`,
  });
}
