import { expect, it } from 'vitest';
import { unmanaged } from '@contract/managed';
import { restarted, signedIn } from './signed-in';

const unread = { services: null, problems: [{ path: '', what: 'not-json' as const }] };

it('a broken file of the administrator ends no session, but lets nobody sign in', async () => {
  const house = await signedIn();
  house.managed = unread;
  expect(await restarted(house)).toMatchObject({ phase: 'signed-in' });
  await expect(house.signIn()).rejects.toMatchObject({
    error: { code: 'forbidden', reason: 'administrator' },
  });
  house.managed = unmanaged;
  expect(await restarted(house)).toMatchObject({ phase: 'signed-in' });
  await house.signIn();
});

it('a session ends where the administrator has since allowed another service alone', async () => {
  const house = await signedIn();
  house.managed = { services: ['https://elsewhere.example.com'], problems: [] };
  expect(await restarted(house)).toMatchObject({ phase: 'signed-out' });
});
