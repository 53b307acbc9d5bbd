import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { isDemoForbidden } from '@contract/managed';
import {
  allowingPrivateHosts,
  isStillAllowed,
  notManaged,
  readManaged,
  requireAllowedService,
  type Managed,
} from '@core/managed/managed';
import type { TileNetwork } from '@core/ports/tile-network';

const file = '/etc/fleetdesk/managed.json';
const read = (content: unknown) =>
  readManaged(file, typeof content === 'string' ? content : JSON.stringify(content));

describe('the file of an administrator', () => {
  it('locks the settings that it names, and says what is allowed', () => {
    const managed = read({
      settings: { theme: 'dark', locale: null },
      services: ['https://fleet.example.com/v2/', 'https://other.example.com'],
      privateHosts: ['Tiles.Office.LAN'],
      certificates: ['/etc/fleetdesk/office.pem'],
      ...{ demo: false, updates: false, updateServer: 'https://mirror.office.lan/fleetdesk' },
    });
    expect(managed).toEqual({
      ...{ file, settings: { theme: 'dark', locale: null }, locked: ['theme', 'locale'] },
      services: ['https://fleet.example.com', 'https://other.example.com'],
      privateHosts: ['tiles.office.lan'],
      ...{ certificateFiles: ['/etc/fleetdesk/office.pem'], certificates: [] },
      ...{ isDemoOff: true, areUpdatesOff: true, problems: [] },
      updateServer: 'https://mirror.office.lan/fleetdesk',
    });
  });

  it.each([
    ['half of a file', '{"settings": {'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('decides nothing and says so when it holds %s', (_what, text) => {
    expect(read(text)).toEqual({ ...notManaged, file, problems: [{ path: '', what: 'not-json' }] });
  });

  it('loses one bad value alone and names it by its path', () => {
    const managed = read({
      settings: { theme: 'purple', mapLabels: false, colour: 'red' },
      services: ['ftp://one.example.com', 'https://two.example.com'],
      ...{ demo: 'no', update: false, updateServer: 'http://mirror.office.lan' },
    });
    expect(managed.settings).toEqual({ mapLabels: false });
    expect(managed.services).toEqual(['https://two.example.com']);
    expect(managed.isDemoOff).toBe(false);
    expect(managed.updateServer).toBeNull();
    expect(managed.problems).toEqual([
      { path: 'settings.theme', what: 'wrong-value' },
      { path: 'settings.colour', what: 'unknown-key' },
      { path: 'services[0]', what: 'wrong-value' },
      { path: 'demo', what: 'wrong-value' },
      { path: 'updateServer', what: 'wrong-value' },
      { path: 'update', what: 'unknown-key' },
    ]);
  });

  it('allows no service rather than all where its list can’t be read', () => {
    expect(read({ services: 'https://fleet.example.com' }).services).toEqual([]);
  });

  it('locks nothing that the settings have no row for, where nobody would see the lock', () => {
    const keys = ['detailedLog', 'workOffline', 'doNotDisturbUntil', 'tables'];
    const managed = read({
      settings: { detailedLog: true, workOffline: true, doNotDisturbUntil: null, tables: {} },
    });
    expect(managed.locked).toEqual([]);
    expect(managed.problems).toEqual(
      keys.map((key) => ({ path: `settings.${key}`, what: 'unknown-key' })),
    );
  });

  it('takes private hosts as addresses write them, and names those that never match', () => {
    const privateHosts = ['fd00::1', '[FD00::2]', '10.0.0.8', 'maps.lan:8080', 'maps.lan/x', 'a b'];
    const managed = read({ privateHosts });
    expect(managed.privateHosts).toEqual(['[fd00::1]', '[fd00::2]', '10.0.0.8']);
    expect(managed.problems.map(({ path }) => path)).toEqual([
      'privateHosts[3]',
      'privateHosts[4]',
      'privateHosts[5]',
    ]);
  });

  it('is read with the mark that editors of Windows put before the text', () => {
    expect(read('\uFEFF{"demo": false}')).toMatchObject({ isDemoOff: true, problems: [] });
  });

  it('takes no key of objects themselves for a setting', () => {
    expect(read('{"settings": {"__proto__": {"theme": "dark"}, "toString": 1}}')).toMatchObject({
      settings: {},
      problems: [
        { path: 'settings.__proto__', what: 'unknown-key' },
        { path: 'settings.toString', what: 'unknown-key' },
      ],
    });
  });
});

describe('a service that the administrator does not allow', () => {
  it('is refused with a reason of its own; without a list any is allowed', () => {
    const services = ['https://fleet.example.com'];
    const problems = [{ path: 'demo', what: 'wrong-value' as const }];
    requireAllowedService({ services, problems }, 'https://fleet.example.com');
    requireAllowedService({ services: null, problems }, 'https://elsewhere.example.com');
    expect(() => {
      requireAllowedService({ services, problems }, 'https://elsewhere.example.com');
    }).toThrow(FleetdeskError);
  });
});

describe('a file of the administrator that nobody can read', () => {
  const origin = 'https://fleet.example.com';
  const unread: [string, Managed][] = [
    ['has one comma too many', read('{"services": ["https://fleet.example.com"],}')],
    ['is kept from reading', { ...notManaged, problems: [{ path: '', what: 'unreadable' }] }],
  ];

  it.each(unread)('lets nobody sign in to any service or the demo where it %s', (_why, managed) => {
    expect(() => {
      requireAllowedService(managed, origin);
    }).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ reason: 'administrator' }) }),
    );
    expect(isDemoForbidden(managed)).toBe(true);
  });

  it.each(unread)(
    'ends no session where it %s, so that nothing unsent is lost',
    (_why, managed) => {
      expect(isStillAllowed(managed, origin)).toBe(true);
      expect(isStillAllowed({ services: [] }, origin)).toBe(false);
    },
  );
});

describe('a private host that the administrator allows', () => {
  it('is not looked up for refusal, others are', async () => {
    const network: TileNetwork = {
      get: () => Promise.reject(new Error('not asked')),
      addressesOf: () => Promise.resolve(['10.0.0.8']),
    };
    const allowing = allowingPrivateHosts(network, ['tiles.office.lan']);
    expect(await allowing.addressesOf('https://tiles.office.lan/1/2/3.png')).toEqual([]);
    expect(await allowing.addressesOf('https://other.lan/1/2/3.png')).toEqual(['10.0.0.8']);
  });
});
