import type { Connections } from '@core/session/connections';
import type { Session } from '@core/session/session';
import { testConnection, type TestConnectionOptions } from '@core/service/test-connection';
import type { HandlersOf } from './registrar';

/** What saved connections stand on. */
export interface ConnectionHandlerOptions extends TestConnectionOptions {
  connections: Connections;
  session: Session;
}

/** Saved connections and the test of one. */
export function connectionHandlers(options: ConnectionHandlerOptions): HandlersOf<'connections'> {
  const { connections, session } = options;
  return {
    'connections.test': (probe, { signal }) => testConnection(probe, options, signal),
    'connections.update': ({ id, connection }) => connections.update(id, connection),
    'connections.remove': async (id) => {
      await session.forget(id);
    },
  };
}
