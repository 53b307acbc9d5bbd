import { beforeEach, describe, expect, it } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import { connectionProfileSchema, profileOfferSchema } from '@contract/profile';
import { FleetdeskError, type AppError } from '@contract/errors';
import { ConnectionProfiles } from '@core/session/connection-profiles';
import { House, signIn } from './house';

let house: House;
let profiles: ConnectionProfiles;
let includesDevices: boolean | null;

function open(): void {
  const { connections, session, files } = house;
  let count = 0;
  const random = { id: () => `offer-${(count += 1)}` };
  profiles = new ConnectionProfiles({
    ...{ connections, session, files, random },
    includesDevices: () => includesDevices,
  });
}

beforeEach(async () => {
  house = await House.open();
  includesDevices = null;
  open();
});

async function errorOf(work: () => unknown): Promise<AppError> {
  try {
    await work();
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It was not refused.');
}

/** Chooses a file and says yes to it. */
function use(id: string, content: object) {
  const { offerId } = profiles.offer(id, { name: 'p.json', text: JSON.stringify(content) });
  return profiles.accept(offerId);
}

const saveConnection = async () => (await house.connections.save(signIn.connection)).id;

describe('the service profile of a connection', () => {
  it('is the built-in one at first, with nothing learned', async () => {
    const view = await profiles.view(await saveConnection());
    expect(connectionProfileSchema.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      name: 'Built-in',
      version: 1,
      isOwn: false,
      differences: [],
      isWaiting: false,
      learned: { refused: [], firstPage: null, vehicleIncludes: null },
      tracking: { confirmed: false, speed: { key: 'spd', unit: 'km/h' } },
    });
  });

  it('tells what it describes by fields and calls, not as one long text', async () => {
    const { serviceOrders } = demoProfile.resources;
    const id = await saveConnection();
    const { differences } = await use(id, { resources: { serviceOrders } });
    const at = 'resources.serviceOrders';
    expect(differences.map(({ path, value }) => [path, value])).toEqual([
      [
        `${at}.fields`,
        'number, title, vehicleId, state, dueDate, hours, notes, createdAt, updatedAt',
      ],
      [`${at}.operations.list`, 'GET /v2/service-orders'],
      [`${at}.operations.get`, 'GET /v2/service-orders/{id}'],
      [`${at}.operations.create`, 'POST /v2/service-orders'],
      [`${at}.operations.update`, 'PATCH /v2/service-orders/{id}'],
      [`${at}.operations.delete`, 'DELETE /v2/service-orders/{id}'],
    ]);
  });

  it('is asked about before it is used, with the host that its paths would be called at', async () => {
    const id = await saveConnection();
    const text = JSON.stringify({ name: 'Depot', limits: { perMinute: 80 } });
    const offer = profiles.offer(id, { name: 'depot.json', text });
    expect(profileOfferSchema.parse(offer)).toEqual(offer);
    expect(offer).toMatchObject({
      connectionId: id,
      file: 'depot.json',
      host: 'fleet.example',
      content: { name: 'Depot' },
    });
    expect((await profiles.view(id)).isOwn).toBe(false);
    expect((await profiles.accept(offer.offerId)).isOwn).toBe(true);
  });

  it('shows every key that differs as it would stand in a file', async () => {
    const view = await use(await saveConnection(), {
      limits: { perMinute: 80 },
      publicKey: { place: 'query' },
      errors: { rateStatuses: [429, 503] },
      optionalOperations: { 'enterprises.list': {} },
    });
    expect(view.differences).toEqual([
      { path: 'limits.perMinute', builtIn: '50', value: '80' },
      { path: 'publicKey.place', builtIn: '"header"', value: '"query"' },
      { path: 'errors.rateStatuses', builtIn: '[ 429 ]', value: '[ 429, 503 ]' },
      {
        path: 'optionalOperations.enterprises.list',
        builtIn: null,
        value: expect.stringContaining('"path": "/v2/enterprises/"') as string,
      },
    ]);
    expect(view.optionalOperations.filter(({ call }) => call !== null)).toEqual([
      { operation: 'enterprises.list', call: 'GET /v2/enterprises/' },
    ]);
    expect(view.optionalOperations.map(({ operation }) => operation)).toContain('webhooks.list');
  });

  it('stays the old one where a file is broken, with the path of each wrong key', async () => {
    const id = await saveConnection();
    const before = await use(id, { limits: { perMinute: 80 } });
    const text = JSON.stringify({ limits: { perMinute: 'all' }, colour: 'red' });
    const error = await errorOf(() => profiles.offer(id, { name: 'broken.json', text }));
    expect(error).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
    expect(error.fields?.map(({ path }) => path).sort()).toEqual(['colour', 'limits.perMinute']);
    expect(await profiles.view(id)).toEqual(before);
  });

  it('takes the file that was asked about last, and that one once', async () => {
    const id = await saveConnection();
    const first = profiles.offer(id, { name: 'a.json', text: '{"limits":{"perMinute":70}}' });
    const second = profiles.offer(id, { name: 'b.json', text: '{"limits":{"perMinute":80}}' });
    expect(await errorOf(() => profiles.accept(first.offerId))).toMatchObject({
      code: 'not-found',
    });
    await profiles.accept(second.offerId);
    expect(house.connections.profile(id).limits.perMinute).toBe(80);
    expect(await errorOf(() => profiles.accept(second.offerId))).toMatchObject({
      code: 'not-found',
    });
  });

  it('takes what a person edits, and nothing of it where one value is bad', async () => {
    const id = await saveConnection();
    await use(id, { errors: { rateStatuses: [429, 503] } });
    const view = await profiles.edit(id, {
      fields: { 'limits.perMinute': 80 },
      paths: { 'chips.create': '/v2/chips' },
    });
    expect(view.differences.map(({ path }) => path)).toEqual([
      'limits.perMinute',
      'errors.rateStatuses',
      'optionalOperations.chips.create',
    ]);
    const bad = {
      fields: { 'limits.perMinute': 'many', 'limits.pageSize': 20 },
      paths: { 'vehicles.get': '/v2/vehicles' },
    };
    const error = await errorOf(() => profiles.edit(id, bad));
    expect(error.fields?.map(({ path }) => path)).toEqual(['limits.perMinute']);
    expect(await profiles.view(id)).toEqual(view);
    const { fields } = await errorOf(() => profiles.edit(id, { fields: {}, paths: bad.paths }));
    expect(fields).toEqual([
      { path: 'operations.vehicles.get.path', message: 'Expected {id} identifiers' },
    ]);
    expect(await errorOf(() => profiles.edit('nobody', bad))).toMatchObject({ code: 'not-found' });
  });

  it('goes back to the built-in one', async () => {
    const id = await saveConnection();
    await use(id, { limits: { perMinute: 80 } });
    expect(await profiles.reset(id)).toMatchObject({ isOwn: false, differences: [] });
  });

  it('can be gone back from where a newer Fleetdesk left one that this one cannot read', async () => {
    const id = await saveConnection();
    const file = JSON.parse(house.files.contents.get('connections.json') ?? '') as {
      connections: [{ profile: unknown }];
    };
    file.connections[0].profile = { version: 9 };
    house.files.contents.set('connections.json', JSON.stringify(file));
    await house.start();
    open();
    expect(await errorOf(() => profiles.view(id))).toMatchObject({
      reason: 'profile-broken',
      fields: [{ path: 'version' }],
    });
    expect(await profiles.reset(id)).toMatchObject({ isOwn: false });
  });

  it('knows no stranger', async () => {
    const text = '{}';
    for (const work of [
      () => profiles.view('nobody'),
      () => profiles.reset('nobody'),
      () => profiles.confirmTracking('nobody'),
      () => profiles.offer('nobody', { name: 'p.json', text }),
      () => profiles.accept('nothing'),
    ]) {
      expect(await errorOf(work)).toMatchObject({ code: 'not-found' });
    }
  });
});

describe('the profile of the connection in use', () => {
  async function signedIn(): Promise<string> {
    await house.signIn();
    const id = house.session.active()?.connection.id;
    if (id === undefined) throw new Error('Nobody is signed in.');
    return id;
  }

  it('holds from the next sign-in on, and says so until then', async () => {
    const id = await signedIn();
    const view = await use(id, { name: 'Depot', limits: { perMinute: 80 } });
    expect(view).toMatchObject({ name: 'Depot', isWaiting: true });
    expect(house.session.active()?.profile.limits.perMinute).toBe(50);
    await house.signIn({ connectionId: id });
    expect(house.session.active()?.profile.limits.perMinute).toBe(80);
    expect(await profiles.view(id)).toMatchObject({ name: 'Depot', isWaiting: false });
  });

  it('holds from the next start on as well', async () => {
    const id = await signedIn();
    await use(id, { limits: { perMinute: 80 } });
    await house.start();
    await house.session.restore();
    open();
    expect(house.session.active()?.profile.limits.perMinute).toBe(80);
    expect((await profiles.view(id)).isWaiting).toBe(false);
  });

  it('leaves the session of another connection alone', async () => {
    await signedIn();
    const { id } = await house.connections.save({
      ...signIn.connection,
      name: 'Depot',
      baseUrl: 'https://depot.example/v2',
    });
    expect((await use(id, { limits: { perMinute: 80 } })).isWaiting).toBe(false);
  });

  it('is confirmed at once, and keeps everything else that it said', async () => {
    const id = await signedIn();
    await use(id, { tracking: { speed: { unit: 'mph' } }, limits: { perMinute: 80 } });
    await house.signIn({ connectionId: id });
    const view = await profiles.confirmTracking(id);
    expect(view.tracking).toMatchObject({ confirmed: true, speed: { key: 'spd', unit: 'mph' } });
    expect(view.isWaiting).toBe(false);
    expect(view.differences.map(({ path }) => path)).toEqual([
      'limits.perMinute',
      'tracking.confirmed',
      'tracking.speed.unit',
    ]);
  });

  it('can be confirmed while it is the built-in one', async () => {
    const id = await signedIn();
    const view = await profiles.confirmTracking(id);
    expect(view.tracking).toMatchObject({ confirmed: true, speed: { unit: 'km/h' } });
    expect(view).toMatchObject({ isOwn: true, isWaiting: false });
  });
});

describe('what was learned of the service', () => {
  async function learn(): Promise<string> {
    await house.signIn();
    house.answer(({ query, plainPath }) => {
      const refused = [...query.keys()].find((key) => key.startsWith('includes'));
      if (plainPath !== '/v2/vehicles' || refused === undefined) return { json: { data: [] } };
      return { status: 400, json: { error: { message: `query.${refused} is not allowed` } } };
    });
    const input = { includes: { device: ['name'] } };
    await house.end(house.service.call('vehicles.list', input, { lane: 'background' }));
    return house.session.active()?.connection.id ?? '';
  }
  const learned = {
    refused: [{ operation: 'vehicles.list', parameters: ['includes'] }],
    vehicleIncludes: false,
  };

  it('is shown while signed in', async () => {
    expect((await profiles.view(await learn())).learned).toMatchObject(learned);
  });

  it('says whether devices come along with the vehicle list, of the session in use alone', async () => {
    await house.signIn();
    includesDevices = true;
    const id = house.session.active()?.connection.id ?? '';
    expect((await profiles.view(id)).learned.vehicleIncludes).toBe(true);
    await house.end(house.session.signOut());
    expect((await profiles.view(id)).learned.vehicleIncludes).toBeNull();
  });

  it('is shown of a connection that was signed in to before', async () => {
    const id = await learn();
    await house.end(house.session.signOut());
    expect((await profiles.view(id)).learned).toMatchObject(learned);
  });
});

describe('the demo fleet', () => {
  const demo = {
    url: 'http://127.0.0.1:41000',
    publicKey: 'key',
    username: 'demo',
    password: 'demo',
  };

  it('has the built-in profile, and takes no other', async () => {
    await house.end(house.session.signInDemo(demo));
    expect(await profiles.view('demo')).toMatchObject({ isOwn: false, isWaiting: false });
    expect(
      await errorOf(() => profiles.offer('demo', { name: 'p.json', text: '{}' })),
    ).toMatchObject({ code: 'not-found' });
  });

  it('has none while it is not signed in to', async () => {
    expect(await errorOf(() => profiles.view('demo'))).toMatchObject({ code: 'not-found' });
  });
});
