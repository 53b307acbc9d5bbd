import type { Session } from 'electron';

/** Tells whether sessions that are open have judged certificates by what is trusted no longer. */
export interface Generations {
  /** Another number each time that other authorities are trusted. */
  readonly generation: number;
}

/**
 * A session for requests that is replaced once other authorities are trusted: Chromium remembers its
 * verdicts on certificates in each session.
 */
export function renewedSession(
  name: string,
  open: (name: string) => Session,
  trust: Generations,
): () => Session {
  let held: { session: Session; generation: number } | null = null;
  return () => {
    const { generation } = trust;
    if (held?.generation !== generation) {
      held = { generation, session: open(generation === 0 ? name : `${name}-${generation}`) };
    }
    return held.session;
  };
}
