import { describe, expect, it } from 'vitest';
import { losesSession, pageFor } from '@main/windows/pages';
import { madeConnection } from '../made-connection';

describe('the document of a session', () => {
  it.each([
    ['signed-out', 'sign-in'],
    ['signed-in', 'index'],
    ['expired', 'index'],
    ['restoring', null],
    ['signing-in', null],
  ] as const)('%s shows %s', (phase, page) => {
    expect(pageFor({ phase })).toBe(page);
  });
});

describe('quitting', () => {
  const connection = madeConnection();
  const demo = { ...connection, isDemo: true };

  it.each(['signed-in', 'expired'] as const)('loses a session in memory that is %s', (phase) => {
    expect(losesSession({ phase, place: 'memory', connection })).toBe(true);
  });

  it.each([
    ['a session in the keychain', { phase: 'signed-in', place: 'keychain', connection }],
    ['a session under a passphrase', { phase: 'signed-in', place: 'passphrase', connection }],
    ['the demo fleet', { phase: 'signed-in', place: 'memory', connection: demo }],
    ['nobody', { phase: 'signed-out', place: null, connection: null }],
  ] as const)('loses nothing of %s', (_what, state) => {
    expect(losesSession(state)).toBe(false);
  });
});
