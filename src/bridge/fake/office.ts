import type { Connection } from '@contract/connections';
import type { SessionState } from '@contract/session';
import { fakeZone } from './drive';

const shared = {
  timeZone: fakeZone.name,
  units: 'km/h',
  budgetShare: null,
  allowPlainHttp: false,
  isDemo: false,
} as const;

/** Saved connections of an invented office. */
export function fakeConnections(now: number): Connection[] {
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
export function fakeSession(connection: Connection, now: number): SessionState {
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
