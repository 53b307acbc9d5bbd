import { isDemoForbidden, type ManagedState } from '@contract/managed';
import { byAdministrator } from '@core/managed/managed';
import type { Session } from '@core/session/session';
import type { DemoFleet } from '../demo/demo-fleet';
import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Signing in and out. */
export function sessionHandlers(
  session: Session,
  demo: DemoFleet,
  workspaces: Workspaces,
  managed: ManagedState,
): HandlersOf<'session'> {
  return {
    'session.signIn': (input, { signal }) => session.signIn(input, signal),
    'session.startDemo': ({ vehicles }) => {
      if (isDemoForbidden(managed)) throw byAdministrator('The demo fleet is switched off.');
      return demo.start(vehicles ?? null);
    },
    'session.retryKeychain': () => session.retryKeychain(),
    'session.unlock': (passphrase) => session.unlock(passphrase),
    'session.renew': ({ password }) => session.renew(password),
    'session.signOut': async (wishes) => {
      await workspaces.leave(wishes);
      try {
        return await session.signOut();
      } finally {
        await workspaces.left();
      }
    },
  };
}
