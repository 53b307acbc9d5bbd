import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type Context } from './documented-operations';
import * as shapes from './documented-shapes';
import {
  PATIENT,
  findReporting,
  messageOf,
  related,
  ServiceClient,
  type RecordAnswer,
} from './service-client';

/** A Friday: the vehicles that are tried have all driven on it. */
const NOON = Date.UTC(2026, 4, 15, 15);

describe('the 35 documented operations', PATIENT, () => {
  let context: Context;
  /** The association created last, for the operations that need one. */
  let association = '';

  beforeAll(async () => {
    const client = await ServiceClient.start({ now: () => NOON });
    const reporting = await findReporting(client);
    const me = (await client.list('/v2/users?limit=100')).find(
      ({ attributes }) => attributes.username === client.service.username,
    );
    const role = await client.first('/v2/roles');
    const chip = await client.first('/v2/chips?limit=1');
    context = {
      client,
      ...reporting,
      acc: '20260514',
      userId: me?.id ?? '',
      otherUserId: await findOtherUser(client, me?.id ?? ''),
      roleId: role.id,
      chipId: chip.id,
      ...(await createPair(client)),
    };
  });
  afterAll(() => context.client.close());

  it('are all in the table', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(35);
  });

  it.each(operations)(
    '$name: $method',
    async ({ method, path, body, answer: shape, needsToken }) => {
      const { client } = context;
      const url = path(context).replace('{association}', association);
      const sent = body?.(context);
      const text = JSON.stringify(sent)?.replace('{association}', association);
      const content = text === undefined ? {} : { body: JSON.parse(text) as unknown };

      if (needsToken === false) {
        expect((await client.call(method, url, { ...content, token: null })).status).toBe(200);
      } else {
        const stranger = await client.call(method, url, { ...content, token: null });
        expect(stranger.status).toBe(401);
        expect(shapes.error.safeParse(stranger.json).success).toBe(true);
      }
      const keyless = await client.call(method, url, { ...content, publicKey: null });
      expect(keyless.status).toBe(401);

      if (url.includes('refresh-token')) {
        // A refresh token is good once; the check above has used it up.
        await client.signIn();
        const again = { auth_token: client.token, refresh_token: client.refreshToken };
        const answer = await client.call(method, url, { body: again, token: null });
        expect(shape?.parse(answer.json)).toEqual(answer.json);
        await client.signIn();
        return;
      }
      const answer = await client.call(method, url, content);
      expect({ status: answer.status, text: answer.status < 300 ? '' : answer.text }).toEqual({
        status: expect.toSatisfy((status: number) => status >= 200 && status < 300) as number,
        text: '',
      });
      if (shape === null) {
        expect(answer.text).toBe('');
        return;
      }
      expect(shape.parse(answer.json)).toEqual(answer.json);
      if (method === 'POST' && url.includes('/associations/')) {
        association = (answer.json as { data: RecordAnswer[] }).data[0]?.id ?? '';
      }
    },
  );

  it('refuse an identifier that is none, by name', async () => {
    const { client } = context;
    const paths = [
      '/v2/users/short',
      '/v2/roles/sixteen-letters!',
      '/v2/vehicles/1234567890123-5',
      '/v2/vehicles/1234567890123456/tracking/123456789012345',
      '/v2/devices/12345678901234',
      '/v2/chips/1234567890123456',
    ];
    for (const path of paths) {
      const answer = await client.get(path);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(messageOf(answer)).toMatch(/^params\.\w+ must match/);
    }
  });

  it('answer 404 for a record that is not there', async () => {
    const { client } = context;
    for (const group of ['users', 'roles', 'vehicles', 'devices', 'chips']) {
      const answer = await client.get(`/v2/${group}/000000000000000`);
      expect([group, answer.status]).toEqual([group, 404]);
      expect(shapes.error.safeParse(answer.json).success).toBe(true);
    }
  });

  it('answer unknown paths and verbs with 404 as JSON', async () => {
    const { client } = context;
    for (const [method, path] of [
      ['GET', '/v2/nothing'],
      ['GET', '/vehicles'],
      ['PUT', '/v2/vehicles'],
      // The list of trajectories has a slash at its end.
      ['GET', `/v2/vehicles/${context.vehicleId}/trajectories`],
    ] as const) {
      const answer = await client.call(method, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(shapes.error.safeParse(answer.json).success).toBe(true);
    }
  });
});

async function findOtherUser(client: ServiceClient, me: string): Promise<string> {
  const other = (await client.list('/v2/users?limit=100')).find(({ id }) => id !== me);
  if (!other) throw new Error('there is one user alone');
  return other.id;
}

/** A new vehicle, and a device and a user of its enterprise that nobody has. */
async function createPair(
  client: ServiceClient,
): Promise<{ newVehicleId: string; spareDeviceId: string; colleagueId: string }> {
  const colleague = (await client.list('/v2/users?limit=100')).at(-1);
  const enterprise = related(colleague, 'enterprise') ?? '';
  const relationships = { enterprise: { type: 'enterprise', id: enterprise } };
  const vehicles = await client.call('POST', '/v2/vehicles', {
    body: { data: [{ attributes: { plate: 'TST0A01' }, relationships }] },
  });
  const devices = await client.call('POST', '/v2/devices', {
    body: { data: [{ attributes: { name: 'Novo', imei: '356938035643809' }, relationships }] },
  });
  const idIn = (json: unknown): string => (json as { data: RecordAnswer[] }).data[0]?.id ?? '';
  return {
    newVehicleId: idIn(vehicles.json),
    spareDeviceId: idIn(devices.json),
    colleagueId: colleague?.id ?? '',
  };
}
