import type { Session } from 'electron';
import type { OwnAuthorities } from '../certificates/own-authorities';
import { renewedSession } from '../http/renewed-session';
import { holdToServer } from './hold-to-server';
import { UPDATE_PARTITION } from './make-updater';

/** What the sessions of updates need. */
export interface UpdateSessionsOptions {
  /** Where updates are: nothing else is reached. */
  base: string;
  /** Opens an in-memory session by the name of its partition. */
  open(name: string): Session;
  trust: Pick<OwnAuthorities, 'generation' | 'verify'>;
}

/** The sessions of updates. Neither is opened before it is needed. */
export interface UpdateSessions {
  /** For feeds: a new one whenever other authorities are trusted. */
  feeds(): Session;
  /** For files, by the name that electron-updater gives it. */
  files(): Session;
}

/**
 * Makes the sessions of updates. That of files is one and the same as long as the app runs, so it
 * asks each time what is trusted. It meets the server only after a feed of the same server came
 * through: by then the certificate is trusted, and that is the verdict that Chromium remembers.
 */
export function updateSessions({ base, open, trust }: UpdateSessionsOptions): UpdateSessions {
  const openHeld = (name: string): Session => {
    const session = open(name);
    holdToServer(session, base);
    session.setCertificateVerifyProc(trust.verify);
    return session;
  };
  let files: Session | null = null;
  return {
    feeds: renewedSession('update-feeds', openHeld, trust),
    files: () => (files ??= openHeld(UPDATE_PARTITION)),
  };
}
