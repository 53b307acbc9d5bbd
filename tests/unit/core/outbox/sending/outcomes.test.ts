import { describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { outcomeOf, readOutcomeOf, withFieldNames } from '@core/outbox/sending/outcomes';
import { CallFailure } from '@core/service/call-failure';

const error = (content: Partial<AppError>): AppError => ({
  ...{ code: 'service-error', message: 'x' },
  ...content,
});

describe('a call that failed', () => {
  it.each([
    ['service-error', 'lost'],
    ['bad-response', 'lost'],
    ['timeout', 'lost'],
    ['rate-limited', 'limited'],
    ['unauthenticated', 'signedOut'],
    ['not-found', 'missing'],
    ['invalid-request', 'refused'],
    ['forbidden', 'refused'],
    ['conflict', 'refused'],
  ] as const)('answered with %s is %s', (code, outcome) => {
    expect(outcomeOf(new CallFailure(error({ code }), 'answered'))).toBe(outcome);
  });

  it('says with a 429 alone that nothing was done: a 503 is in doubt, whatever its headers', () => {
    const rate = (status: number) =>
      outcomeOf(new CallFailure(error({ code: 'rate-limited', status, retryAt: 1 }), 'answered'));
    expect(rate(429)).toBe('limited');
    expect(rate(503)).toBe('lost');
  });

  it('without an answer is what became of it', () => {
    expect(outcomeOf(new CallFailure(error({ code: 'offline' }), 'unsent'))).toBe('unsent');
    expect(outcomeOf(new CallFailure(error({ code: 'offline' }), 'lost'))).toBe('lost');
  });

  it('may have been applied where nobody says otherwise', () => {
    expect(outcomeOf(new FleetdeskError(error({ code: 'invalid-request' })))).toBe('lost');
    expect(outcomeOf(new Error('x'))).toBe('lost');
  });
});

it.each([
  ['offline', 'unreached'],
  ['rate-limited', 'unreached'],
  ['unauthenticated', 'unreached'],
  ['cancelled', 'unreached'],
  ['not-found', 'failed'],
  ['forbidden', 'refused'],
  ['service-error', 'failed'],
  ['timeout', 'failed'],
] as const)('a read that failed with %s is a matter of %s', (code, outcome) => {
  expect(readOutcomeOf(new CallFailure(error({ code }), 'answered'))).toBe(outcome);
});

it('messages stand on the fields of the form', () => {
  const fields = [
    'attributes.plate',
    'data[0].attributes.vin',
    'relationships.roles.id',
    'relationships.enterprise',
    'enterprise',
    'roles.id',
    'data',
  ].map((path) => ({ path, message: 'wrong' }));
  expect(withFieldNames('users', error({ fields })).fields?.map(({ path }) => path)).toEqual([
    ...['plate', 'vin', 'roleId', 'enterpriseId', 'enterpriseId', 'roleId', 'data'],
  ]);
});
