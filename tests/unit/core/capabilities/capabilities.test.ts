import { beforeEach, describe, expect, it } from 'vitest';
import type { CapabilitiesState, Refusal, Verb } from '@contract/capabilities';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import { signedIn } from '../session/signed-in';
import type { House } from '../session/house';

const ONE = 'aB3dE5gH7jK9mN1';
const TWO = 'bB3dE5gH7jK9mN2';
const THREE = 'cB3dE5gH7jK9mN3';

const forbidden: Reply = { status: 403, json: { error: { message: 'Forbidden' } } };
const done: Reply = { json: { data: [] } };
const created: Reply = { json: { data: [{ id: ONE, attributes: { plate: 'ABC1D23' } }] } };
const interactive = { lane: 'interactive' } as const;

let house: House;
let told: CapabilitiesState[];

beforeEach(async () => {
  house = await signedIn();
  told = [];
  house.capabilities.subscribe((state) => told.push(state));
});

async function deleting(id: string, reply: Reply): Promise<void> {
  house.answer(() => reply);
  const call = house.service.call('vehicles.delete', { ids: [id] }, interactive);
  if (reply === forbidden) expect(await errorOf(house.end(call))).toMatchObject({ status: 403 });
  else await house.end(call).catch(() => undefined);
}

async function creating(plates: readonly string[], reply: Reply): Promise<void> {
  house.answer(() => reply);
  const data = plates.map((plate) => ({ attributes: { plate } }));
  const call = house.end(house.service.call('vehicles.create', { data }, interactive));
  if (reply === forbidden) expect(await errorOf(call)).toMatchObject({ status: 403 });
  else await call;
}

const refused = (): (Pick<Refusal, 'key'> & { what: string })[] =>
  house.capabilities.state().refused.map(({ resource, verb, key }) => ({
    what: `${resource} ${verb}`,
    key,
  }));

const offered = (resource: string): Verb[] => house.capabilities.state().offered?.[resource] ?? [];

describe('what the service offers', () => {
  it('is what its profile names, verb by verb', () => {
    expect(offered('vehicles')).toEqual(['list', 'read', 'create', 'update', 'delete']);
    expect(offered('users')).toContain('activate');
    expect(offered('roles')).toEqual(['list', 'read']);
    expect(offered('chips')).toEqual(['list', 'read', 'update']);
    expect(offered('deviceAssociations')).toEqual(['list', 'create', 'update', 'delete']);
    expect(offered('trajectories')).toEqual(['read']);
    expect(offered('enterprises')).toEqual([]);
  });

  it('is unknown while nobody is signed in', async () => {
    await house.end(house.session.signOut());
    expect(house.capabilities.state()).toEqual({ offered: null, refused: [] });
  });
});

describe('a 403 of the service', () => {
  it('to a list, which names no record, teaches that the user may not read the list', async () => {
    house.answer(() => forbidden);
    await errorOf(house.end(house.service.call('roles.list', {}, interactive)));
    expect(refused()).toEqual([{ what: 'roles list', key: null }]);
    expect(told).toHaveLength(1);
    expect(told[0]?.refused[0]?.at).toBe(house.clock.now());
  });

  it('about one record teaches only that record', async () => {
    await deleting(ONE, forbidden);
    expect(refused()).toEqual([{ what: 'vehicles delete', key: ONE }]);
  });

  it('twice about the same record still teaches only that record', async () => {
    await deleting(ONE, forbidden);
    await deleting(ONE, forbidden);
    expect(refused()).toEqual([{ what: 'vehicles delete', key: ONE }]);
  });

  it('about two records in a row teaches the verb', async () => {
    await deleting(ONE, forbidden);
    await deleting(TWO, forbidden);
    expect(refused()).toContainEqual({ what: 'vehicles delete', key: null });
  });

  it('about two records with a success between them does not teach the verb', async () => {
    await deleting(ONE, forbidden);
    await deleting(THREE, done);
    await deleting(TWO, forbidden);
    expect(refused()).not.toContainEqual({ what: 'vehicles delete', key: null });
  });

  it('to several records in one request teaches nothing: nobody knows which one it was', async () => {
    house.answer(() => forbidden);
    const call = house.service.call('vehicles.delete', { ids: [ONE, TWO] }, interactive);
    await errorOf(house.end(call));
    expect(refused()).toEqual([]);
  });

  it('to several new records in one request does not refuse creating as a whole', async () => {
    await creating(['ABC1D23', 'ABC1D24'], forbidden);
    expect(refused()).toEqual([]);
  });

  it('to one new record teaches that nothing can be created', async () => {
    await creating(['ABC1D23'], forbidden);
    expect(refused()).toEqual([{ what: 'vehicles create', key: null }]);
  });

  it('to one new record after another one was created teaches nothing of the others', async () => {
    await creating(['ABC1D23'], created);
    await creating(['ABC1D24'], forbidden);
    expect(refused()).toEqual([]);
  });

  it('to a new association teaches no other pair', async () => {
    house.answer(() => forbidden);
    const data = [{ vehicleId: ONE, userId: TWO }];
    const call = house.service.call('userAssociations.create', { data }, interactive);
    await errorOf(house.end(call));
    expect(refused()).toEqual([{ what: 'userAssociations create', key: `${ONE} ${TWO}` }]);
  });

  it('that names a field is about the value, so it teaches nothing', async () => {
    const message = 'data[0].attributes.plate is reserved for another company';
    house.answer(() => ({ status: 403, json: { error: { message } } }));
    const data = [{ attributes: { plate: 'ABC1D23' } }];
    await errorOf(house.end(house.service.call('vehicles.create', { data }, interactive)));
    expect(refused()).toEqual([]);
  });

  it('to some vehicles does not teach the verb once the replay of another vehicle was read', async () => {
    house.answer(() => ({ json: { data: [] } }));
    await house.end(house.service.call('trajectories.list', { id: THREE }, interactive));
    house.answer(() => forbidden);
    for (const id of [ONE, TWO]) {
      await errorOf(house.end(house.service.call('trajectories.list', { id }, interactive)));
    }
    expect(refused()).toEqual([
      { what: 'trajectories read', key: ONE },
      { what: 'trajectories read', key: TWO },
    ]);
  });
});

describe('a 403 of a gateway', () => {
  it.each([
    ['a web page', { text: '<html><body>Forbidden</body></html>' }],
    ['plain words', { text: 'Access denied' }],
    ['nothing', { text: '' }],
  ])('with %s teaches nothing', async (_, reply) => {
    house.answer(() => ({ status: 403, ...reply }));
    await errorOf(house.end(house.service.call('roles.list', {}, interactive)));
    expect(refused()).toEqual([]);
  });
});

describe('what was taught is dropped', () => {
  beforeEach(async () => {
    await deleting(ONE, forbidden);
    await deleting(TWO, forbidden);
  });

  it('by the next success of that verb; the other record stays refused', async () => {
    await deleting(TWO, done);
    expect(refused()).toEqual([{ what: 'vehicles delete', key: ONE }]);
  });

  it('when a person tries again', () => {
    house.capabilities.tryAgain({ resource: 'vehicles', verb: 'delete' });
    expect(refused()).toEqual([]);
    expect(told.at(-1)?.refused).toEqual([]);
  });

  it('with the next sign-in, even of the same user', async () => {
    await house.end(house.session.signOut());
    await house.signIn();
    expect(refused()).toEqual([]);
  });

  it('but not by the success of another verb', async () => {
    house.answer(() => done);
    await house.end(house.service.call('vehicles.list', { limit: 1 }, interactive));
    expect(refused()).toHaveLength(3);
  });
});
