import type { Session } from '@core/session/session';
import type { DemoFleet } from '../demo/demo-fleet';
import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Signing in and out. */
export function sessionHandlers(
  session: Session,
  demo: DemoFleet,
  signedIn: SignedIn,
): HandlersOf<'session'> {
  return {
    'session.signIn': (input, { signal }) => session.signIn(input, signal),
    'session.startDemo': ({ vehicles }) => demo.start(vehicles ?? null),
    'session.retryKeychain': () => session.retryKeychain(),
    'session.unlock': (passphrase) => session.unlock(passphrase),
    'session.renew': ({ password }) => session.renew(password),
    'session.signOut': async (wishes) => {
      await signedIn.leave(wishes);
      try {
        return await session.signOut();
      } finally {
        await signedIn.left();
      }
    },
  };
}
