import type { SessionState } from '@contract/session';

/** The two documents: the sign-in form is really gone, with all it held, once somebody is in. */
export type PageName = 'sign-in' | 'index';

/** Which document belongs to a state of the session; null leaves the one that is there. */
export function pageFor({ phase }: Pick<SessionState, 'phase'>): PageName | null {
  if (phase === 'signed-in' || phase === 'expired') return 'index';
  return phase === 'signed-out' ? 'sign-in' : null;
}

/**
 * The document that a start is likely to show, by where a session is kept; null where it waits for
 * something else before there is something to show.
 */
export function firstPage(
  kept: 'keychain' | 'passphrase' | null,
  { shots, demo }: { shots: string | null; demo: object | null },
): PageName | null {
  if (shots !== null) return null;
  if (kept === 'keychain') return 'index';
  // The demo fleet is signed in to first.
  return demo === null ? 'sign-in' : null;
}

/** Whether quitting now would lose something: a session that lives in memory alone. */
export function losesSession({
  phase,
  place,
  connection,
}: Pick<SessionState, 'phase' | 'place' | 'connection'>): boolean {
  const isIn = phase === 'signed-in' || phase === 'expired';
  return isIn && place === 'memory' && connection?.isDemo !== true;
}
