import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { DemoOptions } from '../../../electron/demo';
import { Office } from './office';

/** Deployments that differ from the defaults, each with the profile that describes it. */
const deployments: [
  name: string,
  dialect: NonNullable<DemoOptions['dialect']>,
  profile: Readonly<Record<string, unknown>>,
][] = [
  [
    'pages from 0 and the public key in the query',
    { firstPage: 0, publicKeyIn: 'query' },
    {
      publicKey: { place: 'query', name: 'public-key' },
      paging: { firstPage: 0, probe: false },
    },
  ],
  ['pages from 0, found out by asking', { firstPage: 0 }, {}],
  [
    'deletes by POST under other paths',
    {
      routes: {
        'vehicles.delete': ['POST', '/v2/vehicles/delete'],
        'devices.delete': ['POST', '/v2/devices/delete'],
        'users.delete': ['POST', '/v2/users/:id/delete'],
        'vehicles.list': ['GET', '/v2/fleet/vehicles'],
      },
    },
    {
      operations: {
        'vehicles.delete': { method: 'POST', path: '/v2/vehicles/delete' },
        'devices.delete': { method: 'POST', path: '/v2/devices/delete' },
        'users.delete': { method: 'POST', path: '/v2/users/{id}/delete' },
        'vehicles.list': { path: '/v2/fleet/vehicles' },
      },
    },
  ],
  [
    'plain messages and 503 as rate answer, until a date',
    { errorShape: 'message', rateStatus: 503, retryAfter: 'date' },
    { errors: { messages: ['message'], rateStatuses: [503], rateStatusesWithRetryAfter: [] } },
  ],
  ['lists of errors', { errorShape: 'errors' }, { errors: { messages: ['errors[].detail'] } }],
  ['errors as plain text', { errorShape: 'text' }, {}],
];

describe.each(deployments)('a service with %s', (_name, dialect, profile) => {
  it('is used through its profile alone', async () => {
    const office = await Office.open({ demo: { dialect, vehicles: 25 }, profile });
    const call: Office['client']['call'] = (operation, input, options) =>
      office.client.call(operation, input, options);
    try {
      await office.signIn();
      const ids = new Set<string>();
      for (let page = 1; ; page += 1) {
        const list = await call('vehicles.list', { page, limit: 10 }, { lane: 'interactive' });
        if (list.size === 0) break;
        for (const { id } of list.records) ids.add(id);
      }
      expect(ids.size).toBe(25);

      const plate = 'QQQ1A23';
      const created = await call(
        'vehicles.create',
        { data: [{ attributes: { plate } }] },
        { lane: 'outbox' },
      );
      const id = created.records[0]?.id ?? '';
      await call('vehicles.delete', { ids: [id] }, { lane: 'outbox' });
      const gone = call('vehicles.get', { id }, { lane: 'interactive' });
      await expect(gone).rejects.toMatchObject({ error: { code: 'not-found' } });

      const refused = call('vehicles.create', { data: [{ attributes: {} }] }, { lane: 'outbox' });
      const error = await refused.then(
        () => null,
        (caught: unknown) => FleetdeskError.from(caught),
      );
      expect(error).toMatchObject({
        code: 'invalid-request',
        fields: [{ path: 'attributes.plate' }],
      });

      await office.control('PATCH', 'settings', { ratePerMinute: 1 });
      const limited = call('roles.list', {}, { lane: 'interactive' });
      await expect(limited).rejects.toMatchObject({ error: { code: 'rate-limited' } });
      const pause = (office.budget.state().pausedUntil ?? 0) - office.clock.now();
      expect(pause).toBeGreaterThan(30_000);
      expect(pause).toBeLessThanOrEqual(61_000);
    } finally {
      await office.close();
    }
  });
});

describe('an operation beyond the document', () => {
  it('is there where the profile names it', async () => {
    const office = await Office.open({
      demo: { vehicles: 5 },
      profile: { optionalOperations: { 'enterprises.list': {} } },
    });
    try {
      await office.signIn();
      const list = await office.client.call(
        'enterprises.list',
        { limit: 5 },
        { lane: 'background' },
      );
      expect(list.records.length).toBeGreaterThan(0);
      expect(list.records[0]?.raw['attributes']).toMatchObject({
        name: expect.stringMatching(/\w/) as string,
      });
    } finally {
      await office.close();
    }
  });

  it('is not asked for where no profile names it', async () => {
    const office = await Office.open({ demo: { vehicles: 5 } });
    try {
      await office.signIn();
      const { sent } = office.transport;
      const asked = office.client.call('enterprises.list', {}, { lane: 'background' });
      await expect(asked).rejects.toMatchObject({ error: { reason: 'feature-absent' } });
      expect(office.transport.sent).toBe(sent);
    } finally {
      await office.close();
    }
  });
});
