import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply, SeenRequest } from '../scripted-transport';
import { House } from './house';
import { restarted, roles } from './signed-in';

const LOGIN = '/v2/auth/login';
const NO_KEY = 'query.public-key is required';

/** A service that wants the key in the query and says so. */
async function queryService(): Promise<House> {
  const house = await House.open();
  const usual = house.transport.script;
  house.transport.script = (request): Reply => {
    if (request.query.get('public-key') === 'public-key-1') return usual(request);
    return { status: 400, json: { error: { message: NO_KEY } } };
  };
  return house;
}

/** Where each request carried the key. */
function placesOf(seen: readonly SeenRequest[]): string[] {
  return seen.map(({ headers, query }) =>
    headers['public-key'] !== undefined ? 'header' : query.has('public-key') ? 'query' : 'none',
  );
}

describe('a service that takes the public key in the query alone', () => {
  it('is signed in to with one more log-in, and remembered over restarts', async () => {
    const house = await queryService();
    await house.signIn();
    expect(house.session.state().phase).toBe('signed-in');
    expect(placesOf(house.transport.to(LOGIN))).toEqual(['header', 'query']);
    expect(house.budget.state().used).toBe(2);
    await roles(house);
    await restarted(house);
    await roles(house);
    const connectionId = house.session.state().connection?.id ?? null;
    await house.signIn({ connectionId });
    const places = placesOf(house.transport.seen);
    expect(places.slice(1)).toEqual(places.slice(1).map(() => 'query'));
  });

  it('is asked there first where a person says so', async () => {
    const house = await queryService();
    await house.signIn({ publicKeyPlace: 'query' });
    expect(placesOf(house.transport.to(LOGIN))).toEqual(['query']);
    await restarted(house);
    await roles(house);
    expect(placesOf(house.transport.seen)).not.toContain('header');
  });

  it('is asked nowhere else where a person says so', async () => {
    const house = await queryService();
    expect(await errorOf(house.signIn({ publicKeyPlace: 'header' }))).toMatchObject({
      reason: 'public-key-refused',
    });
    expect(placesOf(house.transport.seen)).toEqual(['header']);
  });

  it('says that it needs the key where none was entered, after one log-in', async () => {
    const house = await queryService();
    expect(await errorOf(house.signIn({ publicKey: '' }))).toMatchObject({
      code: 'unauthenticated',
      reason: 'public-key-needed',
      serviceMessage: NO_KEY,
    });
    expect(house.transport.seen).toHaveLength(1);
  });

  it('blames the key, not the password, where the key is wrong, after two log-ins', async () => {
    const house = await queryService();
    expect(await errorOf(house.signIn({ publicKey: 'wrong' }))).toMatchObject({
      code: 'unauthenticated',
      reason: 'public-key-refused',
    });
    expect(house.transport.seen).toHaveLength(2);
    expect(house.connections.state().connections).toEqual([]);
  });
});

describe('a refusal of the sign-in', () => {
  it.each([
    ['Invalid username or password'],
    ['User name, password or public key are wrong'],
    ['Unauthorized'],
    // The profile calls the key "public-key", which is no word of this.
    ['The non-public-keyring is locked'],
  ])('that may be about the password (%s) is not tried again', async (message) => {
    const house = await House.open();
    house.transport.script = () => ({ status: 401, json: { error: { message } } });
    expect(await errorOf(house.signIn())).toMatchObject({ reason: 'refused' });
    expect(house.transport.seen).toHaveLength(1);
  });

  it.each([
    [400, 'public_key missing'],
    [401, 'The public key is missing or wrong'],
    [403, 'A chave pública é obrigatória'],
    [500, 'Clave publica inválida'],
  ])('(%i, %s) is about the key', async (status, message) => {
    const house = await House.open();
    house.transport.script = () => ({ status, json: { error: { message } } });
    expect(await errorOf(house.signIn())).toMatchObject({ reason: 'public-key-refused' });
    expect(house.transport.seen).toHaveLength(2);
  });
});
