import type { Lane } from '@contract/budget';
import type { ErrorCode } from '@contract/errors';
import type { Slot } from '../budget/slot';
import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { HttpTransport } from '../ports/http-transport';
import { signedOutError, type Authority, type AuthoritySource } from './authority';
import { CallFailure } from './call-failure';
import { CallsInFlight } from './calls-in-flight';
import { checkInput, type Input } from './check-input';
import type { SheddableParameter } from './encoding';
import {
  entryOf,
  verbOf,
  type CallableName,
  type OperationInput,
  type OperationOutput,
} from './operations';
import { formOf } from './operation-forms';
import type { PermissionListener } from './permissions';
import { asksForFirstPage, probeFirstPage, shouldProbe } from './page-base';
import { Sender, type Outcome } from './sender';
import type { CallOptions, Choice, Service } from './service';
import { abortable, withinSession } from './signals';
import { WorkOffline } from './work-offline';

/** What the client needs. */
export interface ServiceClientOptions {
  clock: Clock;
  transport: HttpTransport;
  budget: RequestBudget;
  session: AuthoritySource;
  workOffline?: WorkOffline;
  /** Hears what the answers say about the permissions of the user who is signed in. */
  permissions?: PermissionListener;
}

/** One call on its way through slots, tokens and retries. */
interface Call {
  readonly operation: CallableName;
  readonly input: Input;
  readonly lane: Lane;
  readonly authority: Authority;
  /** No longer wanted. */
  readonly signal: AbortSignal;
  /** Breaks it off on the wire too. Of a read, the end of the session alone. */
  readonly breakOff: AbortSignal;
  readonly firstPage?: number;
  readonly onQueued?: (promote: (lane: Lane) => void) => void;
}

/**
 * The service over HTTP. One for the life of the process; it follows the session. Retries are
 * three, each with a slot of its own: after a 401 with a renewed token, and once without a
 * parameter that a 400 names. Everything else is the caller's decision.
 */
export class ServiceClient implements Service {
  readonly #session: AuthoritySource;
  readonly #sender: Sender;
  readonly #workOffline: WorkOffline;
  readonly #permissions: PermissionListener | undefined;
  /** Of each session its own: no answer of one ever reaches the next. */
  readonly #inFlight = new WeakMap<Authority, CallsInFlight>();
  /** Answers whether it came to its end. */
  #probe: Promise<boolean> | null = null;

  constructor(options: ServiceClientOptions) {
    this.#session = options.session;
    this.#sender = new Sender(options);
    this.#permissions = options.permissions;
    this.#workOffline = options.workOffline ?? new WorkOffline(options);
  }

  async call<O extends CallableName>(
    operation: O,
    input: OperationInput<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>> {
    const authority = this.#authority();
    const { profile } = authority.target;
    const entry = entryOf(operation, profile);
    const parsed = checkInput(operation, input, profile);
    formOf(operation, profile);
    const { lane } = options;
    const run = (own: AbortSignal | undefined, onQueued?: Call['onQueued']): Promise<unknown> =>
      withinSession(authority, own, (signal, ending) => {
        // A read on the wire has cost its request: broken off it would hold its slot longer still.
        const breakOff = entry.effect === 'read' ? ending : signal;
        const call = { operation, input: parsed, lane, authority, signal, breakOff };
        return this.#call(onQueued ? { ...call, onQueued } : call);
      });
    const output =
      entry.effect === 'read'
        ? await this.#inFlightOf(authority).join(
            keyOf(operation, parsed),
            lane,
            options.signal,
            ({ signal, onQueued }) => run(signal, onQueued),
          )
        : await run(options.signal);
    // The catalogue's decoder of this very operation made it.
    return output as OperationOutput<O>;
  }

  async callNext<C extends Choice>(
    choose: () => C | null | Promise<C | null>,
    options: CallOptions,
  ): Promise<{ choice: C; output: OperationOutput<C['operation']> } | null> {
    const authority = this.#authority();
    const { lane } = options;
    return withinSession(authority, options.signal, async (signal) => {
      const { slot, token } = await this.#takeSlot({ lane, authority, signal, isOpenEnded: true });
      const terms = { lane, authority, signal, breakOff: signal };
      const call = await this.#choose(choose, slot, terms);
      if (call === null) return null;
      const output = await this.#carryThrough(call, slot, token);
      return { choice: call.choice, output: output as OperationOutput<C['operation']> };
    });
  }

  /** Asks what to spend a slot on; gives it back where there is nothing, or nothing valid. */
  async #choose<C extends Choice>(
    choose: () => C | null | Promise<C | null>,
    slot: Slot,
    terms: Pick<Call, 'lane' | 'authority' | 'signal' | 'breakOff'>,
  ): Promise<(Call & { choice: C }) | null> {
    try {
      const choice = await choose();
      if (choice !== null) {
        const { operation } = choice;
        const { profile } = terms.authority.target;
        formOf(operation, profile);
        const input = checkInput(operation, choice.input, profile);
        return { ...terms, operation, input, choice };
      }
    } catch (fault) {
      slot.unsent();
      throw fault;
    }
    slot.unsent();
    return null;
  }

  #inFlightOf(authority: Authority): CallsInFlight {
    const calls = this.#inFlight.get(authority) ?? new CallsInFlight();
    this.#inFlight.set(authority, calls);
    return calls;
  }

  #authority(): Authority {
    const authority = this.#session.authority();
    if (authority === null) throw signedOutError();
    return authority;
  }

  async #call(call: Call): Promise<unknown> {
    if (shouldProbe(call.operation, call.input, call.authority.target)) {
      const first = await this.#findFirstPage(call);
      if (first !== null && asksForFirstPage(call.input)) return first.output;
    }
    const { slot, token } = await this.#takeSlot(call);
    return this.#carryThrough(call, slot, token);
  }

  /** Finds the number of the first page, one caller for all; that caller gets its output too. */
  async #findFirstPage(call: Call): Promise<{ output: unknown } | null> {
    while (this.#probe) {
      // Withdrawn or failed, it told nobody where the list begins: the next one finds out.
      if (await this.#probe) return null;
    }
    const probing = probeFirstPage(call.input, call.authority.target, async (input, firstPage) => {
      const ask = { ...call, input, firstPage };
      const { slot, token } = await this.#takeSlot(ask);
      return this.#carryThrough(ask, slot, token);
    });
    // Nobody else gets its failure: the others ask again.
    this.#probe = probing.then(
      () => true,
      () => false,
    );
    try {
      return await probing;
    } finally {
      this.#probe = null;
    }
  }

  /** A slot and a token that is good for it. A refresh waits for a slot of its own. */
  async #takeSlot(
    wanted: Pick<Call, 'lane' | 'authority' | 'signal' | 'onQueued'> & { isOpenEnded?: boolean },
  ): Promise<{ slot: Slot; token: string }> {
    const { authority, lane } = wanted;
    return this.#workOffline.whileOnline(wanted.signal, async (signal) => {
      for (;;) {
        const token = await abortable(authority.freshToken(), signal);
        const ticket = authority.target.account.queue(lane, {
          signal,
          isOpenEnded: wanted.isOpenEnded === true,
        });
        wanted.onQueued?.((urgent) => {
          ticket.promote(urgent);
        });
        const slot = await ticket.slot;
        if (authority.isFresh(token)) return { slot, token };
        // It waited so long that the token is due: the refresh must not wait for this slot.
        slot.unsent();
      }
    });
  }

  /** Sends a call and what has to follow it, until there is an output. @throws FleetdeskError */
  async #carryThrough(call: Call, firstSlot: Slot, firstToken: string): Promise<unknown> {
    const { authority, signal, operation } = call;
    let slot = firstSlot;
    let token = firstToken;
    let isRenewed = false;
    const isAuthenticated = entryOf(operation, authority.target.profile).authenticated;
    for (;;) {
      const outcome = await this.#sender.send({
        ...call,
        signal: call.breakOff,
        unwanted: call.signal,
        slot,
        target: authority.target,
        ...(isAuthenticated && { token }),
      });
      if (isAuthenticated && isTaken(outcome)) authority.accept(token);
      this.#notePermission(call, outcome);
      if (outcome.ok) return outcome.output;
      const parameter = refusedParameter(outcome);
      if (parameter !== null) {
        authority.target.learned.noteRefused(operation, parameter);
      } else if (outcome.error.status === 401 && isAuthenticated && !isRenewed) {
        isRenewed = true;
        await abortable(authority.tokenAfter(token), signal);
      } else {
        throw new CallFailure(outcome.error, outcome.fate);
      }
      ({ slot, token } = await this.#takeSlot(call));
    }
  }

  /** Of the session that made the call: a late answer says nothing about the next user. */
  #notePermission({ authority, operation, input }: Call, outcome: Outcome): void {
    if (authority !== this.#session.authority()) return;
    const verb = verbOf(operation, authority.target.profile);
    if (outcome.ok) this.#permissions?.allowed({ verb, input });
    else if (isOfUser(outcome)) this.#permissions?.refused({ verb, input });
  }
}

/** Whether the service refused the user, and not a value that the user entered. */
function isOfUser({ error, isOfService }: Outcome & { ok: false }): boolean {
  return error.code === 'forbidden' && isOfService && (error.fields ?? []).length === 0;
}

/** Refusals that a service gives only after it read the call. */
const READ_REFUSALS = new Set<ErrorCode>(['invalid-request', 'forbidden', 'conflict']);

/** Whether the service took the token, whatever it says of the call itself. */
function isTaken(outcome: Outcome): boolean {
  if (outcome.ok) return true;
  const { error, fate, isOfService } = outcome;
  return fate === 'answered' && isOfService && READ_REFUSALS.has(error.code);
}

/** The parameter that a 400 names, of those that were sent and can be left out. */
function refusedParameter(outcome: Outcome & { ok: false }): SheddableParameter | null {
  const { error, request } = outcome;
  if (error.code !== 'invalid-request' || request.carries.size === 0) return null;
  const words = [
    error.serviceMessage ?? '',
    ...(error.fields ?? []).flatMap(({ path, message }) => [path, message]),
  ].join('\n');
  return (
    [...request.carries].find((parameter) => new RegExp(`\\b${parameter}\\b`, 'i').test(words)) ??
    null
  );
}

function keyOf(operation: CallableName, input: Input): string {
  return `${operation} ${JSON.stringify(sortKeys(input))}`;
}

/** The same input in another order of keys is the same question. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}
