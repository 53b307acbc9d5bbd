import type { BridgeCalls, PreloadApi } from '@contract/bridge';
import { fail, type Result } from '@contract/errors';

type Call = (input?: unknown, callId?: number) => Promise<Result<unknown>>;

/** Lets fake calls be withdrawn: as with main, a withdrawn one is answered at once. */
export function letWithdraw(calls: BridgeCalls<number>): Omit<PreloadApi, 'onEvent'> {
  const waiting = new Map<number, () => void>();

  function withdrawable(call: Call): Call {
    return (input, callId) =>
      new Promise((resolve, reject) => {
        if (callId !== undefined) {
          waiting.set(callId, () => {
            resolve(fail({ code: 'cancelled', message: 'No longer wanted.' }));
          });
        }
        call(input)
          .then(resolve, reject)
          .finally(() => {
            if (callId !== undefined) waiting.delete(callId);
          });
      });
  }

  const namespaces = Object.entries(calls).map(([namespace, verbs]) => [
    namespace,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, call]) => [verb, withdrawable(call as Call)]),
    ),
  ]);
  return {
    ...(Object.fromEntries(namespaces) as BridgeCalls<number>),
    cancel: (callId) => waiting.get(callId)?.(),
  };
}
