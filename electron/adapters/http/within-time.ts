import { HttpFailure } from '@core/ports/http-transport';

/** Gives a request up after so many ms. Nobody waits for a network stack to end it. */
export async function withinTime<T>(
  timeout: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HttpFailure('timeout', `No answer within ${timeout} ms.`, { sent: 'maybe' }));
    }, timeout);
  });
  try {
    return await Promise.race([work(controller.signal), silence]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
