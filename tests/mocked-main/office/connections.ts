import type { Connection } from '@contract/connections';
import type { SessionState } from '@contract/session';
import { officeZone } from './drive';

const shared = {
  timeZone: officeZone.name,
  units: 'km/h',
  budgetShare: null,
  allowPlainHttp: false,
  isDemo: false,
} as const;

/** Saved connections of the invented office. */
export function officeConnections(now: number): [Connection, Connection] {
  return [
    {
      ...shared,
      id: 'transportes-clara',
      name: 'Transportes Vila Clara',
      baseUrl: 'https://fleet.vilaclara.example/v2',
      username: 'ana.carvalho',
      hasPublicKey: true,
      lastUsedAt: now - 3_600_000,
    },
    {
      ...shared,
      id: 'filial-norte',
      name: 'Filial Norte',
      baseUrl: 'https://norte.vilaclara.example/v2',
      budgetShare: 12,
      username: 'despacho',
      hasPublicKey: false,
      lastUsedAt: now - 86_400_000 * 3,
    },
  ];
}

/** A session of that office. */
export function officeSession(connection: Connection, now: number): SessionState {
  return {
    phase: 'signed-in',
    keychain: 'present',
    place: 'keychain',
    connection,
    username: connection.username,
    link: { state: 'online', since: now - 600_000, lastAnswerAt: now, error: null },
  };
}

/** Nobody is signed in. */
export const signedOut: SessionState = {
  phase: 'signed-out',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
};

/** The file in which the app keeps them. */
export function connectionsFile(
  connections: readonly Connection[],
  preselected: string | null,
  profile: object,
): string {
  const saved = connections.map((connection) => ({
    ...connection,
    profile,
    account: null,
    place: null,
    ledger: null,
  }));
  return JSON.stringify({ version: 1, connections: saved, preselected });
}
