import { ALL_NAMES, type AnyName } from './operations';

/** What can be made to go wrong. Those of the first list leave the world as it was. */
const FAULTS_BEFORE = ['refuse', 'timeout', 'resetBefore', 'html', 'status'] as const;
/** Those of the second list strike after the operation has been applied. */
const FAULTS_AFTER = [
  'resetAfter',
  'timeoutAfter',
  'statusAfter',
  'truncated',
  'empty',
  'wrongTypes',
  'huge',
] as const;
export const FAULT_KINDS = [...FAULTS_BEFORE, ...FAULTS_AFTER] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** For `status`, `statusAfter` and `html`. */
  readonly status: number;
  readonly message: string;
  /** Answered in place of an error body, for `status` and `statusAfter`. */
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Faults that wait for requests, by operation. */
export class Faults {
  readonly #waiting = new Map<AnyName, { fault: Fault; left: number }[]>();

  add(operation: AnyName | '*', fault: Fault, times: number): void {
    for (const name of operation === '*' ? ALL_NAMES : [operation]) {
      const list = this.#waiting.get(name) ?? [];
      list.push({ fault, left: times });
      this.#waiting.set(name, list);
    }
  }

  /** The fault that strikes the next request of an operation, if any. */
  take(operation: AnyName): Fault | null {
    const list = this.#waiting.get(operation);
    const first = list?.[0];
    if (!list || !first) return null;
    first.left -= 1;
    if (first.left <= 0) list.shift();
    return first.fault;
  }

  clear(): void {
    this.#waiting.clear();
  }
}

/** The same answer with every leaf of a neighboring, wrong type. */
export function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return { 0: value.map(withWrongTypes) };
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withWrongTypes(inner)]),
    );
  }
  if (typeof value === 'string') return [value.length];
  if (typeof value === 'number') return { value: String(value) };
  return typeof value === 'boolean' ? (value ? 'perhaps' : 7) : false;
}

/** The size of an answer that no client should swallow. */
const HUGE_BYTES = 50 * 1024 * 1024;

/** A JSON answer of that size, in parts. */
export function* hugeAnswer(): Generator<Buffer> {
  yield Buffer.from('{"data":[');
  const part = Buffer.alloc(64 * 1024, '{"type":"x"},');
  const whole = part.subarray(0, part.length - (part.length % 13));
  for (let sent = 0; sent < HUGE_BYTES; sent += whole.length) yield whole;
  yield Buffer.from('{"type":"x"}]}');
}
