import { expect, it } from 'vitest';
import { viewProfile, type ProfileView } from '@core/service/profile-view';
import { House, signIn } from '../session/house';

function view(house: House): ProfileView {
  const authority = house.session.authority();
  if (authority === null) throw new Error('Nobody is signed in.');
  return viewProfile(authority.target);
}

it('tells which parameters endpoints were found to refuse, over restarts, without a secret', async () => {
  const house = await House.open();
  await house.signIn();
  expect(view(house).learned).toEqual({ refused: {}, firstPage: null });
  house.answer(({ query, plainPath }) => {
    const refused = [...query.keys()].find((key) => /^(attributes|includes)\b/.test(key));
    if (plainPath !== '/v2/devices' || refused === undefined) return { json: { data: [] } };
    const message = `query.${refused} is not allowed`;
    return { status: 400, json: { error: { message } } };
  });
  const both = { attributes: ['imei' as const], includes: { chip: ['serial'] } };
  const options = { lane: 'interactive' } as const;
  await house.end(house.service.call('devices.list', both, options));
  await house.end(house.service.call('vehicles.list', { attributes: ['plate'] }, options));
  const learned = {
    refused: { 'devices.list': ['attributes', 'includes'] },
    firstPage: null,
  };
  expect(view(house).learned).toEqual(learned);
  // Asked, without one, without both.
  expect(house.transport.to('/v2/devices')).toHaveLength(3);

  await house.start();
  await house.session.restore();
  expect(view(house).learned).toEqual(learned);
  await house.end(house.service.call('devices.list', both, options));
  expect(house.transport.to('/v2/devices')).toHaveLength(4);

  const files = [...house.files.contents].filter(([name]) => name.startsWith('learned/'));
  expect(files).toHaveLength(1);
  for (const secret of [signIn.publicKey, signIn.password, house.tokens.validToken ?? '']) {
    expect(files.flat().join()).not.toContain(secret);
  }
});

it('tells how the profile differs', async () => {
  const house = await House.open();
  const { baseUrl, name } = signIn.connection;
  const profile = { limits: { perMinute: 80 }, optionalOperations: { 'enterprises.list': {} } };
  const { id } = house.connections.offer({ name, baseUrl, profile });
  await house.signIn({ connectionId: id });
  const { differences } = view(house);
  expect(differences.map(({ path }) => path)).toEqual([
    'limits.perMinute',
    'optionalOperations.enterprises.list',
  ]);
});
