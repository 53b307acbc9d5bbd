import { FleetdeskError } from '@contract/errors';

/** Somebody no longer wants the answer. */
export function cancelledError(): FleetdeskError {
  return new FleetdeskError({ code: 'cancelled', message: 'No longer wanted.' });
}

/**
 * Runs with a signal that aborts as soon as one of several does, and lets go of them afterwards:
 * a session's signal outlives tens of thousands of calls and must not remember them.
 */
export async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const given = signals.filter((signal) => signal !== undefined);
  for (const signal of given) {
    if (signal.aborted) throw cancelledError();
    signal.addEventListener('abort', abort, { once: true });
  }
  try {
    return await run(controller.signal);
  } finally {
    for (const signal of given) signal.removeEventListener('abort', abort);
  }
}

/** Waits for something shared without holding up who no longer wants it. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(cancelledError());
    };
    if (signal.aborted) {
      leave();
      return;
    }
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
