import type { Lane } from '@contract/budget';
import type { CallableName, OperationInput, OperationOutput } from './operations';

/** How urgent a call is and when it is no longer wanted. */
export interface CallOptions {
  lane: Lane;
  signal?: AbortSignal;
}

/** An operation with its input, chosen at the moment its slot is there. */
export type Choice = {
  [O in CallableName]: { operation: O; input: OperationInput<O> };
}[CallableName];

/**
 * The service as the rest of core uses it: every call waits for its slot in the request budget,
 * carries a valid token, and answers decoded records. Calls reject
 * with `FleetdeskError`, and with `CallFailure` once a request was made.
 */
export interface Service {
  /**
   * Calls an operation. Equal reads in flight share one request. An optional operation that the
   * profile does not name is refused with `invalid-request`/`feature-absent`, unsent.
   */
  call<O extends CallableName>(
    operation: O,
    input: OperationInput<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>>;

  /**
   * Waits for a slot of a lane and only then asks what to spend it on; `null` gives it back. So
   * the choice is fresh when it is sent, and what has to be written down before it is sent can be.
   * Answers null where nothing was chosen.
   */
  callNext<C extends Choice>(
    choose: () => C | null | Promise<C | null>,
    options: CallOptions,
  ): Promise<{ choice: C; output: OperationOutput<C['operation']> } | null>;
}
