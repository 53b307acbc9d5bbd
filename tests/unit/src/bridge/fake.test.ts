import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelNames } from '@contract/channel-names';
import { channels } from '@contract/channels';
import { topics } from '@contract/events';
import { createFakePreload } from '@/bridge/fake';

// A Wednesday, 15:00 in the fake fleet's zone.
const noon = Date.UTC(2026, 10, 25, 18, 0, 0);
const preload = () => createFakePreload({ now: () => noon, vehicles: 40 });

describe('the fake main', () => {
  it('offers every call of the channel map', () => {
    const api = preload();
    for (const [namespace, verbs] of Object.entries(channelNames)) {
      for (const verb of verbs) {
        expect(api).toHaveProperty([namespace, verb], expect.any(Function));
      }
    }
  });

  it.each(['session', 'connections', 'settings', 'budget', 'fleet', 'live'] as const)(
    'answers a %s snapshot that fits the contract',
    async (topic) => {
      const answer = await preload().events.subscribe(topic);
      expect(answer.ok).toBe(true);
      if (answer.ok) topics[topic].snapshot.parse(answer.data.snapshot);
    },
  );

  it('answers calls that fit the contract', async () => {
    const api = preload();
    const vehicleId = 'veh000000000003';
    const answers = {
      'vehicles.card': await api.vehicles.card(vehicleId),
      'vehicles.device': await api.vehicles.device(vehicleId),
      'vehicles.drivers': await api.vehicles.drivers(vehicleId),
      'live.trail': await api.live.trail(vehicleId),
      'basemap.streets': await api.basemap.streets(),
      'app.info': await api.app.info(),
      'trajectories.day': await api.trajectories.day({ vehicleId, day: '2026-11-24' }),
      'trajectories.days': await api.trajectories.days({
        vehicleId,
        from: '2026-11-01',
        to: '2026-11-30',
      }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      expect(answer.ok, name).toBe(true);
      if (answer.ok) channels[name as keyof typeof answers].output.parse(answer.data);
    }
  });

  it('knows nothing of a vehicle that is not in the list', async () => {
    const { vehicles } = preload();
    for (const read of [vehicles.card, vehicles.device, vehicles.drivers]) {
      const answer = await read('veh000000000040');
      expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } });
    }
  });

  it('has Sundays without data and days that agree with the live positions', async () => {
    const api = preload();
    const vehicleId = 'veh000000000002';
    const sunday = await api.trajectories.day({ vehicleId, day: '2026-11-22' });
    expect(sunday.ok && sunday.data.kind).toBe('no-data');

    const today = await api.trajectories.day({ vehicleId, day: '2026-11-25' });
    const live = await api.events.subscribe('live');
    if (!today.ok || today.data.kind !== 'track' || !live.ok) throw new Error('no track');
    const { vehicles } = topics.live.snapshot.parse(live.data.snapshot);
    const fix = vehicles.find((vehicle) => vehicle.vehicleId === vehicleId)?.fix;
    const { at, latitude, longitude } = today.data.track.columns;
    const index = at.findLastIndex((moment) => moment <= (fix?.at ?? 0));
    // Within the way of one sample, 15 seconds in town.
    expect(Math.abs((latitude[index] ?? 0) - (fix?.latitude ?? 1))).toBeLessThan(0.005);
    expect(Math.abs((longitude[index] ?? 0) - (fix?.longitude ?? 1))).toBeLessThan(0.005);
  });

  it('is imported by nothing that the app is built from', () => {
    const src = path.resolve(import.meta.dirname, '../../../../src');
    const importers = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(vue|ts)$/.test(file) && !file.startsWith(path.join('bridge', 'fake')))
      .filter((file) =>
        /bridge\/fake|['"]\.\/fake/.test(readFileSync(path.join(src, file), 'utf8')),
      );
    expect(importers).toEqual([]);
  });

  it('answers the fault that was set for a call', async () => {
    const fault = { code: 'offline', message: 'no line' } as const;
    const api = createFakePreload({ faults: { 'vehicles.device': fault } });
    expect(await api.vehicles.device('veh000000000001')).toEqual({ ok: false, error: fault });
  });
});
