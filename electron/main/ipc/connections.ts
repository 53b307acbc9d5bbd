import { FleetdeskError } from '@contract/errors';
import type { ManagedState } from '@contract/managed';
import { requireAllowedService } from '@core/managed/managed';
import { readAddress } from '@core/session/address';
import type { Connections } from '@core/session/connections';
import type { Session } from '@core/session/session';
import { testConnection, type TestConnectionOptions } from '@core/session/test-connection';
import type { StoreKeeper } from '@core/store/store-keeper';
import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** What the calls about connections need. */
export interface ConnectionHandlerOptions extends TestConnectionOptions {
  connections: Connections;
  session: Session;
  workspaces: Workspaces;
  keeper: StoreKeeper;
  managed: ManagedState;
}

/** Saved connections and the test of one. */
export function connectionHandlers(options: ConnectionHandlerOptions): HandlersOf<'connections'> {
  const { connections, session, workspaces, keeper } = options;
  return {
    'connections.test': (probe, { signal }) => {
      const { phase } = session.state();
      // Only the sign-in page tests connections: no other page may have the app call any host.
      if (phase === 'signed-in' || phase === 'expired') throw signedInAlreadyError();
      requireAllowedService(options.managed, readAddress(probe).origin);
      return testConnection(probe, options, signal);
    },
    'connections.update': ({ id, connection }) => connections.update(id, connection),
    'connections.remove': async ({ id, erase }) => {
      const isInUse = session.state().connection?.id === id;
      if (isInUse && erase) await workspaces.leave({ unsent: 'discard', erase });
      try {
        await session.forget(id);
      } finally {
        await workspaces.left();
      }
      if (erase) await keeper.eraseOf(id);
    },
  };
}

function signedInAlreadyError(): FleetdeskError {
  return new FleetdeskError({
    code: 'forbidden',
    message: 'A connection can only be tested while nobody is signed in.',
  });
}
