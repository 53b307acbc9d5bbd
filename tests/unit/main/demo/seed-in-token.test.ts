import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { seedAt } from '@main/demo/seed-in-token';

const tokenOf = (claims: Record<string, unknown>) => () =>
  Promise.resolve(new UnsecuredJWT(claims).encode());
const demo = tokenOf({ fleetdesk_demo_seed: 42 });

describe('a demo service', () => {
  it.each(['http://127.0.0.1:4000/v2', 'http://localhost:8080/v2', 'http://[::1]:9/v2'])(
    'at %s is known by its token',
    async (base) => {
      expect(await seedAt(base, demo)).toBe(42);
    },
  );

  it.each(['https://fleet.example/v2', 'not an address'])('at %s is not believed', async (base) => {
    expect(await seedAt(base, demo)).toBeNull();
  });

  it.each([undefined, '42', -1, 1.5, 1e9])('that tells the seed %j is none', async (seed) => {
    expect(
      await seedAt('http://127.0.0.1:4000/v2', tokenOf({ fleetdesk_demo_seed: seed })),
    ).toBeNull();
  });

  it.each([
    ['an opaque token', () => Promise.resolve('5f2c')],
    ['no token', () => Promise.resolve(null)],
    ['no way to a token', () => Promise.reject(new Error('offline'))],
  ])('with %s is not known', async (_what, token) => {
    expect(await seedAt('http://127.0.0.1:4000/v2', token)).toBeNull();
  });
});
