import type { BridgeCalls, PreloadApi } from '@contract/bridge';
import { fail, type Result } from '@contract/errors';

/** What a caller can say of a call beside its input. */
export type CallTerms = {
  /** Aborts when the answer is no longer wanted; reads and waits are then given up in main. */
  signal?: AbortSignal | undefined;
};

type PreloadCall = (input?: unknown, callId?: number) => Promise<Result<unknown>>;
type Call = (input?: unknown, terms?: CallTerms) => Promise<Result<unknown>>;

/**
 * Lets the calls of a preload API be withdrawn by a signal, which itself can't cross over to main.
 * Main answers in any case: `cancelled` where it gave the work up.
 */
export function makeCancellable({
  cancel,
  ...calls
}: Omit<PreloadApi, 'onEvent'>): BridgeCalls<CallTerms> {
  let last = 0;

  function withTerms(call: PreloadCall): Call {
    return async (input, { signal } = {}) => {
      if (!signal) return call(input);
      if (signal.aborted) return fail({ code: 'cancelled', message: 'No longer wanted.' });
      last += 1;
      const callId = last;
      const leave = () => {
        cancel(callId);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await call(input, callId);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    };
  }

  const namespaces = Object.entries(calls).map(([namespace, verbs]) => [
    namespace,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, call]) => [verb, withTerms(call as PreloadCall)]),
    ),
  ]);
  // The same keys as before, each with the same input and output: only the terms are others.
  return Object.fromEntries(namespaces) as BridgeCalls<CallTerms>;
}
