import { cancelledError, requireWanted } from '../cancelled';

/** Something that ends by itself, such as a session. */
export interface Ending {
  onEnd(listener: () => void): () => void;
}

/**
 * Runs with a signal that aborts when the caller's does or when the session ends, and another one
 * for the end of the session alone. Lets go of both afterwards: a session outlives tens of
 * thousands of calls and must not remember them.
 */
export async function withinSession<T>(
  session: Ending,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal, ending: AbortSignal) => Promise<T>,
): Promise<T> {
  requireWanted(signal);
  const controller = new AbortController();
  const ending = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  signal?.addEventListener('abort', abort, { once: true });
  const forget = session.onEnd(() => {
    ending.abort();
    controller.abort();
  });
  try {
    return await run(controller.signal, ending.signal);
  } finally {
    signal?.removeEventListener('abort', abort);
    forget();
  }
}

/** Waits for something shared without holding up who no longer wants it. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(cancelledError());
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    // Listened to in any case: a failure that nobody waits for any more is no fault of the app.
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
