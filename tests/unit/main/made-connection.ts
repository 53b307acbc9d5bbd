import type { Connection } from '@contract/connections';

/** A saved connection, as an office would have it. */
export function madeConnection(own: Partial<Connection> = {}): Connection {
  return {
    id: 'connection-1',
    name: 'Main office',
    baseUrl: 'https://fleet.example/v2',
    timeZone: 'America/Sao_Paulo',
    units: 'km/h',
    budgetShare: null,
    allowPlainHttp: false,
    username: 'ana.souza',
    hasPublicKey: true,
    isDemo: false,
    lastUsedAt: null,
    ...own,
  };
}
