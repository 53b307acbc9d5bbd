import type { Session } from 'electron';
import { HttpFailure } from '@core/ports/http-transport';

/** How long the network stack may take for what it does in a millisecond, usually; milliseconds. */
const PATIENCE = 10_000;

/**
 * Waits for Chromium's network stack. Its process may end before it answers: nothing may wait for that
 * for ever. @throws HttpFailure `offline`
 */
export async function doneByStack(what: string, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HttpFailure('offline', `The network stack does not ${what}.`, { sent: 'no' }));
    }, PATIENCE);
  });
  try {
    await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the connections of a session. @throws HttpFailure `offline` */
export function closeConnections(session: Pick<Session, 'closeAllConnections'>): Promise<void> {
  return doneByStack('close its connections', session.closeAllConnections());
}
