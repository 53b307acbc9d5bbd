import { FleetdeskError, type AppError } from '@contract/errors';
import type { Clock } from '@core/ports/clock';
import {
  catalogue,
  type OperationInput,
  type CallableName,
  type OperationOutput,
} from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { defaultProfile } from '@core/service/profile';
import type { CallOptions, Choice, Service } from '@core/service/service';

/** A call as it reached the service. */
export interface Call {
  operation: CallableName;
  input: Record<string, unknown>;
  lane: CallOptions['lane'];
  /** Monotonic milliseconds at which it was sent. */
  at: number;
}

type Answer = (input: Record<string, unknown>, call: Call) => unknown;

/** Milliseconds between a call and its answer. */
const LATENCY = 200;

/**
 * A service that answers JSON by operation, decoded by the real catalogue. Slots of `callNext`
 * are free at once, or one each `slotEvery` milliseconds in the live lane.
 */
export class FakeService implements Service {
  readonly calls: Call[] = [];
  /** Operations whose call was withdrawn before its answer. */
  readonly withdrawn: CallableName[] = [];
  /** What every call fails with, while it is set. */
  failure: Partial<AppError> | null = null;
  slotEvery = 0;
  /** Milliseconds that the answers of some operations take, instead of the usual ones. */
  readonly latencies = new Map<CallableName, number>();
  #nextSlot = 0;
  readonly #clock: Clock;
  readonly #answers = new Map<CallableName, Answer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers an operation; what `answer` throws fails the call. */
  on(operation: CallableName, answer: Answer): this {
    this.#answers.set(operation, answer);
    return this;
  }

  /** Calls of one operation. */
  of(operation: CallableName): Call[] {
    return this.calls.filter((call) => call.operation === operation);
  }

  async call<O extends CallableName>(
    operation: O,
    input: OperationInput<O>,
    { lane, signal }: CallOptions,
  ): Promise<OperationOutput<O>> {
    if (signal?.aborted) throw failure({ code: 'cancelled' });
    const call: Call = { operation, input, lane, at: this.#clock.monotonic() };
    this.calls.push(call);
    catalogue[operation].input.parse(input);
    await this.#pause(this.latencies.get(operation) ?? LATENCY, signal).catch((fault: unknown) => {
      this.withdrawn.push(operation);
      throw fault;
    });
    if (this.failure !== null) throw failure(this.failure);
    const answer = this.#answers.get(operation);
    if (answer === undefined) throw failure({ code: 'not-found' });
    const context = { profile: defaultProfile, receivedAt: this.#clock.now() };
    const entry: Operation = catalogue[operation];
    const json = answer(call.input, call);
    const body = entry.takesText === true ? JSON.stringify(json) : json;
    return entry.decode(body, context) as OperationOutput<O>;
  }

  async callNext<C extends Choice>(
    choose: () => C | null | Promise<C | null>,
    options: CallOptions,
  ): Promise<{ choice: C; output: OperationOutput<C['operation']> } | null> {
    if (this.slotEvery > 0 && options.lane === 'live') {
      const now = this.#clock.monotonic();
      this.#nextSlot = Math.max(now, this.#nextSlot) + this.slotEvery;
      await this.#pause(this.#nextSlot - this.slotEvery - now, options.signal);
    }
    const choice = await choose();
    if (choice === null) return null;
    const operation: C['operation'] = choice.operation;
    const output = await this.call(operation, choice.input as never, options);
    return { choice, output };
  }

  #pause(duration: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        cancel();
        reject(failure({ code: 'cancelled' }));
      };
      const cancel = this.#clock.after(duration, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}

/** An error of the union, to be thrown by an answer. */
export function failure(error: Partial<AppError>): FleetdeskError {
  return new FleetdeskError({ code: 'service-error', message: 'as told by the test', ...error });
}

/** The numbers from one to a count. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** An identifier of the document's form: a letter and a number. */
export function idOf(letter: string, number: number): string {
  return letter + String(number).padStart(14, '0');
}

/** JSON of a vehicle in a list. */
export function vehicleJson(number: number, parts: Record<string, unknown> = {}): unknown {
  return {
    id: idOf('V', number),
    type: 'vehicles',
    attributes: { plate: `ABC-${number}`, type_name: 'car', deleted_at: null, ...parts },
    relationships: { enterprises: { id: idOf('E', 1), type: 'enterprise', attributes: {} } },
  };
}

/** JSON of a device association. */
export function associationJson(
  number: number,
  device: number,
  attributes: Record<string, unknown> = {},
): unknown {
  return {
    id: idOf('A', number),
    type: 'device_associations',
    attributes: {
      is_main_device: true,
      created_at: '2026-01-01T00:00:00.000Z',
      deleted_at: null,
      ...attributes,
    },
    relationships: { devices: { id: idOf('D', device), type: 'devices', attributes: {} } },
  };
}

/** Answers a list operation out of all its records, as a paging service does. */
export function paged(records: () => readonly unknown[], clamp = 100): Answer {
  return ({ page, limit }) => {
    const size = Math.min(Number(limit ?? 20), clamp);
    const from = (Number(page ?? 1) - 1) * size;
    return { data: records().slice(from, from + size) };
  };
}
