import { parse } from 'qs';
import { FleetdeskError } from '@contract/errors';
import type { Clock } from '@core/ports/clock';
import { errorOfAnswer } from '@core/service/answer-errors';
import { CallFailure } from '@core/service/call-failure';
import { encodeRequest } from '@core/service/encoding';
import {
  catalogue,
  type CallableName,
  type OperationInput,
  type OperationOutput,
  verbOf,
} from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { formOf } from '@core/service/operation-forms';
import { decodeAnswer } from '@core/service/sender';
import type { PermissionListener } from '@core/service/permissions';
import { defaultProfile, type Profile } from '@core/service/profile';
import type { CallOptions, Choice, Service } from '@core/service/service';
import { chipHandlers } from '../../../../electron/demo/http/chips';
import { deviceAssociationHandlers } from '../../../../electron/demo/http/device-associations';
import { deviceHandlers } from '../../../../electron/demo/http/devices';
import { chooseDialect, errorBody } from '../../../../electron/demo/http/dialect';
import { Refusal } from '../../../../electron/demo/http/errors';
import { OPERATIONS, type OperationName } from '../../../../electron/demo/http/operations';
import type { Handlers, Reply } from '../../../../electron/demo/http/service';
import { userAssociationHandlers } from '../../../../electron/demo/http/user-associations';
import { userHandlers } from '../../../../electron/demo/http/users';
import { vehicleHandlers } from '../../../../electron/demo/http/vehicles';
import { World } from '../../../../electron/demo/world/world';
import { failure, strikeBefore, type FaultKind } from './call-faults';

export type { FaultKind } from './call-faults';

/** A write as the service carried it out. */
export interface Applied {
  readonly operation: CallableName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** By another client. */
  readonly isTheirs: boolean;
  /** By a request that was given up longer ago than all that is usual. */
  readonly isVeryLate: boolean;
}

const LATENCY = 200;
const PATIENCE = 30_000;
/** A late request arrives so long after it was given up, milliseconds. */
const LATENESS = 10_000;
const VERY_LATE = 40_000;

/**
 * The demo service's own handlers behind the Service port: requests are encoded and answers decoded
 * as on the wire, but nothing travels, and time is virtual.
 */
export class DemoBackedService implements Service {
  readonly world: World;
  readonly applied: Applied[] = [];
  /** Every call that reached the service, or tried to. */
  readonly calls: {
    operation: CallableName;
    input: Readonly<Record<string, unknown>>;
    at: number;
  }[] = [];
  /** Says what goes wrong with a call; null: nothing does. */
  fault: (operation: CallableName, input: Readonly<Record<string, unknown>>) => FaultKind | null =
    () => null;
  isOnline = true;
  /** Hears what the answers say about the permissions of the user. */
  permissions: PermissionListener | null = null;
  /** Writes that are under way at the same moment, at most. */
  mostAtOnce = 0;
  profile: Profile;
  readonly #clock: Clock;
  readonly #handlers: Handlers;
  readonly #before = new Map<string, unknown>();
  #writing = { count: 0 };
  /** Requests that are late, with what takes each out of the clock. */
  readonly #late = new Map<() => void, { cancel: () => void; lateness: number }>();

  constructor(clock: Clock, options: { vehicles?: number; profile?: Profile; seed?: number } = {}) {
    this.#clock = clock;
    this.profile = options.profile ?? defaultProfile;
    this.world = new World(options.seed ?? 7, options.vehicles ?? 12, () => clock.now());
    const service = {
      world: this.world,
      sessions: undefined as never,
      dialect: chooseDialect(),
      username: 'demo',
      password: '',
    };
    this.#handlers = {
      ...vehicleHandlers(service),
      ...deviceHandlers(service),
      ...userHandlers(service),
      ...chipHandlers(service),
      ...deviceAssociationHandlers(service),
      ...userAssociationHandlers(service),
    };
  }

  /** Writes that were carried out for this office. */
  ours(operation?: CallableName): Applied[] {
    return this.applied.filter(
      (each) => !each.isTheirs && (operation === undefined || each.operation === operation),
    );
  }

  async call<O extends CallableName>(
    operation: O,
    input: OperationInput<O>,
    { signal }: CallOptions,
  ): Promise<OperationOutput<O>> {
    if (signal?.aborted) throw new FleetdeskError({ code: 'cancelled', message: 'aborted' });
    const parsed = this.#parse(operation, input);
    const isWrite = catalogue[operation].effect !== 'read';
    const writing = this.#writing;
    if (isWrite) writing.count += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, writing.count);
    const verb = verbOf(operation, this.profile);
    try {
      const output = await this.#carryOut(operation, parsed, signal);
      this.permissions?.allowed({ verb, input: parsed });
      return output as OperationOutput<O>;
    } catch (caught) {
      if (FleetdeskError.from(caught).code === 'forbidden') {
        this.permissions?.refused({ verb, input: parsed });
      }
      throw caught;
    } finally {
      if (isWrite) writing.count -= 1;
    }
  }

  async callNext<C extends Choice>(
    choose: () => C | null | Promise<C | null>,
    options: CallOptions,
  ): Promise<{ choice: C; output: OperationOutput<C['operation']> } | null> {
    await this.#wait(1, options.signal);
    const choice = await choose();
    if (choice === null) return null;
    const operation: C['operation'] = choice.operation;
    const output = await this.call(operation, choice.input as never, options);
    return { choice, output };
  }

  /** From now on another process calls; what the last one sent may still arrive. */
  beginLife(): void {
    this.#writing = { count: 0 };
    // The connections of the last one ended with it.
    for (const [arrive, { cancel, lateness }] of [...this.#late]) {
      cancel();
      this.#arriveLate(arrive, lateness);
    }
  }

  #arriveLate(arrive: () => void, lateness: number, after = lateness): void {
    const cancel = this.#clock.after(after, () => {
      this.#late.delete(arrive);
      arrive();
    });
    this.#late.set(arrive, { cancel, lateness });
  }

  /** Another client does something, at once. */
  async theirs<O extends CallableName>(operation: O, input: OperationInput<O>): Promise<Reply> {
    const parsed = this.#parse(operation, input);
    return this.#apply(operation, parsed, true);
  }

  #parse(operation: CallableName, input: unknown): Readonly<Record<string, unknown>> {
    formOf(operation, this.profile);
    const parsed = catalogue[operation].input.safeParse(input);
    if (!parsed.success) {
      throw new FleetdeskError({ code: 'invalid-request', message: parsed.error.message });
    }
    return parsed.data as Readonly<Record<string, unknown>>;
  }

  async #carryOut(
    operation: CallableName,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    this.calls.push({ operation, input, at: this.#clock.monotonic() });
    if (!this.isOnline) {
      await this.#wait(20, signal);
      throw failure({ code: 'offline', reason: 'connection-refused' }, 'unsent');
    }
    const fault = this.fault(operation, input);
    await this.#wait(LATENCY / 2, signal);
    if (fault === 'late' || fault === 'veryLate') {
      const isWrite = catalogue[operation].effect !== 'read';
      const lateness = fault === 'late' ? LATENESS : VERY_LATE;
      if (isWrite) {
        const arrive = (): void => void this.#reply(operation, input, fault);
        this.#arriveLate(arrive, lateness, PATIENCE + lateness);
      }
      await this.#wait(PATIENCE, signal);
      throw failure({ code: 'timeout' }, 'lost');
    }
    const refused = strikeBefore(fault, this.#clock.now());
    if (refused !== null) {
      await this.#wait(fault === 'timeoutBefore' ? PATIENCE : LATENCY / 2, signal);
      throw refused;
    }
    // From here on it happens, whether anybody still waits for it or not.
    const reply = await this.#reply(operation, input, fault);
    await this.#wait(fault === 'timeoutAfter' ? PATIENCE : LATENCY / 2, signal);
    return this.#answer(operation, reply, fault);
  }

  async #reply(
    operation: CallableName,
    input: Readonly<Record<string, unknown>>,
    fault: FaultKind | null,
  ): Promise<Reply> {
    const id = typeof input['id'] === 'string' ? input['id'] : '';
    if (fault === 'stale' && operation.endsWith('.get') && this.#before.has(id)) {
      return { status: 200, body: this.#before.get(id) };
    }
    const data = input['data'] ?? input['ids'];
    if (fault === 'partly' && Array.isArray(data) && data.length > 1) {
      const name = input['data'] === undefined ? 'ids' : 'data';
      const rows: unknown[] = data;
      const part = { ...input, [name]: rows.slice(0, Math.floor(rows.length / 2)) };
      if (!this.profile.atomicLists) await this.#apply(operation, part, false);
      return { status: 400, body: errorBody('error', 'A row of the list can not be taken') };
    }
    return this.#apply(operation, input, false, fault === 'veryLate');
  }

  #answer(operation: CallableName, reply: Reply, fault: FaultKind | null): unknown {
    if (fault === 'resetAfter') throw failure({ code: 'offline' }, 'lost');
    if (fault === 'timeoutAfter') throw failure({ code: 'timeout' }, 'lost');
    if (fault === 'faultAfter') throw failure({ code: 'service-error', status: 500 }, 'answered');
    if (fault === 'spoiledAfter') {
      throw failure({ code: 'offline', reason: 'secure-connection' }, 'lost');
    }
    if (fault === 'restAfter') {
      const retryAt = this.#clock.now() + 20_000;
      throw failure({ code: 'rate-limited', status: 503, retryAt }, 'answered');
    }
    const entry: Operation = catalogue[operation];
    const isMute = fault === 'mute' && entry.effect !== 'read' && reply.status < 300;
    const answer = {
      status: reply.status,
      headers: {},
      body: isMute || reply.body === undefined ? '' : JSON.stringify(reply.body),
    };
    const now = this.#clock.now();
    const context = { profile: this.profile, receivedAt: now };
    if (reply.status >= 400) {
      const call = { label: operation, operation: entry, profile: this.profile, records: 1, now };
      throw new CallFailure(errorOfAnswer(answer, call), 'answered');
    }
    const decoded = decodeAnswer(answer, entry, context, operation);
    if (decoded.ok) return decoded.output;
    throw new CallFailure(decoded.error, 'answered');
  }

  /** Carries a request out as the service would. */
  async #apply(
    operation: CallableName,
    input: Readonly<Record<string, unknown>>,
    isTheirs: boolean,
    isVeryLate = false,
  ): Promise<Reply> {
    const entry: Operation = catalogue[operation];
    const request = encodeRequest(entry, input, {
      profile: this.profile,
      form: formOf(operation, this.profile),
      firstPage: 1,
      publicKey: '',
      refused: new Set(),
    });
    const [path = '', query = ''] = request.path.split('?');
    await this.#keepBefore(operation, input);
    try {
      const handler = this.#handlers[operation as OperationName];
      if (handler === undefined) throw new Error(`nothing handles ${operation}`);
      const reply = await handler({
        params: paramsOf(operation as OperationName, path),
        query: parse(query, { depth: 5 }),
        body: request.body === null ? undefined : JSON.parse(request.body),
        username: 'somebody',
      });
      const isWrite = entry.effect !== 'read';
      const at = this.#clock.monotonic();
      if (isWrite) this.applied.push({ operation, input, at, isTheirs, isVeryLate });
      return reply;
    } catch (caught) {
      if (!(caught instanceof Refusal)) throw caught;
      return { status: caught.status, body: errorBody('error', caught.message) };
    }
  }

  async #keepBefore(
    operation: CallableName,
    input: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const [collection, verb] = operation.split('.');
    const id = input['id'];
    if (verb !== 'update' || typeof id !== 'string') return;
    const get = this.#handlers[`${collection}.get` as OperationName];
    try {
      const reply = await get?.({ params: { id }, query: {}, body: undefined, username: '' });
      this.#before.set(id, reply?.body);
    } catch {
      this.#before.delete(id);
    }
  }

  #wait(duration: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        cancel();
        reject(failure({ code: 'cancelled' }, 'lost'));
      };
      const cancel = this.#clock.after(duration, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}

function paramsOf(operation: OperationName, path: string): Record<string, string> {
  const names = OPERATIONS[operation][1].split('/');
  const parts = path.split('/');
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[index] ?? '')]] : [],
    ),
  );
}
