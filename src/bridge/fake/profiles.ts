import type { PreloadApi } from '@contract/bridge';
import type { Connection } from '@contract/connections';
import type { Result } from '@contract/errors';
import type { ConnectionProfile, ProfileContent, ProfileOffer } from '@contract/profile';

/** What the fake profiles stand on. */
export type FakeProfilesOptions = {
  connections(): readonly Connection[];
  /** Id of the connection that is signed in to, or null. */
  inUse(): string | null;
  answer<T>(channel: string, make: () => T): Promise<Result<T>>;
};

const optionalNames = [
  'vehicles.setStatus',
  'chips.create',
  'chips.delete',
  'enterprises.list',
  'tracking.listAll',
  'serviceOrders.list',
  'webhooks.list',
  'webhooks.create',
  'webhooks.delete',
];

/** The profile that comes with the app, as main tells of it. */
export const fakeBuiltIn: ProfileContent = {
  name: 'Built-in',
  version: 1,
  differences: [],
  optionalOperations: optionalNames.map((operation) => ({ operation, call: null })),
  tracking: {
    confirmed: false,
    time: { key: 'act', unit: 'seconds' },
    speed: { key: 'spd', unit: 'km/h' },
    heading: { key: 'dir', unit: 'degrees', turns: 'clockwise', zero: 0 },
    ignition: { key: 'ign' },
    battery: { key: 'bl', unit: 'percent' },
    output1: { key: 'o1' },
    position: { key: 'geometry', order: 'longitude-latitude' },
  },
};

/** The file that a person of the invented office chooses. */
export const fakeProfileFile: ProfileContent = {
  ...fakeBuiltIn,
  name: 'Vila Clara 2026',
  differences: [
    { path: 'name', builtIn: '"Built-in"', value: '"Vila Clara 2026"' },
    { path: 'limits.perMinute', builtIn: '50', value: '120' },
    { path: 'publicKey.place', builtIn: '"header"', value: '"query"' },
    { path: 'errors.rateStatuses', builtIn: '[ 429 ]', value: '[ 429, 503 ]' },
    { path: 'tracking.speed.unit', builtIn: '"km/h"', value: '"m/s"' },
    {
      path: 'operations.trajectories.data.path',
      builtIn: '"/v2/vehicles/{id}/trajectories/geom"',
      value: '"/v3/vehicles/{id}/trajectories/detail"',
    },
    {
      path: 'optionalOperations.enterprises.list',
      builtIn: null,
      value: '{ "method": "GET", "path": "/v2/enterprises/" }',
    },
  ],
  optionalOperations: fakeBuiltIn.optionalOperations.map((each) =>
    each.operation === 'enterprises.list' ? { ...each, call: 'GET /v2/enterprises/' } : each,
  ),
  tracking: { ...fakeBuiltIn.tracking, speed: { key: 'spd', unit: 'm/s' } },
};

/** Service profiles of the invented office. */
export function createFakeProfiles(options: FakeProfilesOptions): PreloadApi['profile'] {
  const { answer, inUse } = options;
  const kept = new Map<string, ProfileContent>();
  let offered: ProfileOffer | null = null;

  function view(connectionId: string): ConnectionProfile {
    const content = kept.get(connectionId) ?? fakeBuiltIn;
    const isOwn = content.differences.length > 0;
    const isUsed = connectionId === inUse();
    return {
      ...content,
      connectionId,
      isOwn,
      isWaiting: isUsed && content.name !== fakeBuiltIn.name,
      learned: {
        refused: isUsed
          ? [
              { operation: 'vehicles.list', parameters: ['includes'] },
              { operation: 'devices.list', parameters: ['attributes', 'includes'] },
            ]
          : [],
        firstPage: isUsed ? 1 : null,
        vehicleIncludes: isUsed ? false : null,
      },
    };
  }

  return {
    view: (id) => answer('profile.view', () => view(id)),
    import: (id) =>
      answer('profile.import', () => {
        const { baseUrl } = options.connections().find((each) => each.id === id) ?? {};
        offered = {
          offerId: 'offer-1',
          connectionId: id,
          file: 'vila-clara-profile.json',
          host: baseUrl === undefined ? '' : new URL(baseUrl).host,
          content: fakeProfileFile,
        };
        return offered;
      }),
    accept: () =>
      answer('profile.accept', () => {
        const id = offered?.connectionId ?? '';
        kept.set(id, offered?.content ?? fakeBuiltIn);
        return view(id);
      }),
    export: () => answer('profile.export', () => 'vila-clara-profile.json'),
    reset: (id) =>
      answer('profile.reset', () => {
        kept.delete(id);
        return view(id);
      }),
    confirm: (id) =>
      answer('profile.confirm', () => {
        const content = kept.get(id) ?? fakeBuiltIn;
        const path = 'tracking.confirmed';
        const others = content.differences.filter((each) => each.path !== path);
        kept.set(id, {
          ...content,
          tracking: { ...content.tracking, confirmed: true },
          differences: [...others, { path, builtIn: 'false', value: 'true' }],
        });
        return view(id);
      }),
  };
}
