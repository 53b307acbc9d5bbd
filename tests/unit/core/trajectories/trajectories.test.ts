import { beforeEach, describe, expect, it } from 'vitest';
import type { DayAnswer, DaySummary } from '@contract/trajectories';
import type { Fleet } from '@core/fleet/fleet';
import { openInlineStore } from '@adapters/store/inline-store';
import { defaultProfile } from '@core/service/profile';
import { Trajectories, type TrajectoriesOptions } from '@core/trajectories/trajectories';
import { type FakeService, associationJson, idOf } from '../fleet/fake-service';
import type { VirtualClock } from '../virtual-clock';
import { noData, TrajectoriesHouse, vehicleId } from './trajectories-house';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: VirtualClock;
let service: FakeService;
let fleet: Fleet;
let house: TrajectoriesHouse;

function day(wanted: string): Promise<DayAnswer> {
  return house.day(wanted);
}

function days(from: string, to: string): Promise<DaySummary[]> {
  return house.days(from, to);
}

/** A fleet that knows nothing of the vehicle itself. */
function without(known: Fleet): TrajectoriesOptions['fleet'] {
  return {
    vehicle: () => null,
    mainDevices: known.mainDevices,
    deviceTerms: (id) => known.deviceTerms(id),
    devicesListedAt: (id) => known.devicesListedAt(id),
    listDevices: (id, signal) => known.listDevices(id, signal),
  };
}

beforeEach(async () => {
  house = await TrajectoriesHouse.open();
  ({ clock, service, fleet } = house);
});

describe('a day whose positions the service does not have', () => {
  it('could not be read where drives of it are told', async () => {
    const sta = { act: Date.UTC(2026, 2, 9, 12) / 1000, lat: 1, lng: 2 };
    const end = { act: Date.UTC(2026, 2, 9, 13) / 1000, lat: 1.2, lng: 2 };
    service.on('trajectories.data', noData);
    service.on('trajectories.get', () => ({ data: { acc: 20260309, segs: [{ sta, end }] } }));
    const answer = await day('2026-03-09');
    if (answer.kind !== 'track') throw new Error('told as a day without data');
    expect(answer.track.unread).toEqual([{ path: 'data', problem: 'no-positions' }]);
    expect(answer.track.segments).toHaveLength(1);
  });

  it('is empty where no drive of it is told', async () => {
    service.on('trajectories.data', noData);
    service.on('trajectories.get', () => ({ data: { acc: 20260309, dis: 0 } }));
    expect(await day('2026-03-09')).toMatchObject({ kind: 'no-data' });
  });
});

describe('a day that is no longer wanted', () => {
  const wanted = { vehicleId, day: '2026-03-09' };

  it('leaves nothing in the queue', async () => {
    await day('2026-03-08');
    const leaving = new AbortController();
    const left = house.trajectories.day(wanted, leaving.signal);
    await clock.advance(100);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await clock.advance(1_000);
    expect([...service.withdrawn].sort()).toEqual(['trajectories.data', 'trajectories.get']);
    expect(await day('2026-03-09')).toMatchObject({ kind: 'track' });
  });

  it('is read on for somebody else who wants it too', async () => {
    const leaving = new AbortController();
    const left = house.trajectories.day(wanted, leaving.signal);
    const kept = day('2026-03-09');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(await kept).toMatchObject({ kind: 'track' });
    expect(service.withdrawn).toEqual([]);
  });

  it('takes the months with it', async () => {
    service.on('trajectories.list', noData);
    const leaving = new AbortController();
    const span = { vehicleId, from: '2026-03-01', to: '2026-03-10' };
    const left = house.trajectories.days(span, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(service.withdrawn).toEqual(['trajectories.list']);
  });
});

describe('a day', () => {
  it('is asked for by key, main device and enterprise, while a person waits', async () => {
    const answer = await day('2026-03-09');
    const filters = { acc: { eq: 20260309 }, did: { eq: idOf('D', 7) } };
    expect(service.of('trajectories.get')[0]?.input).toEqual({ id: vehicleId, filters });
    expect(service.of('trajectories.data')[0]?.input).toEqual({
      id: vehicleId,
      attributes: ['SEGMENT', 'DETAILED', 'ALARM', 'STOP'],
      filters: { ...filters, eid: { eq: idOf('E', 1) } },
    });
    expect(service.calls.every(({ lane }) => lane === 'interactive')).toBe(true);
    expect(answer).toMatchObject({
      kind: 'track',
      track: {
        vehicleId,
        day: '2026-03-09',
        timeZone: house.timeZone,
        summary: { distance: 12_345 },
      },
    });
  });

  it('goes without the enterprise where the vehicle tells none', async () => {
    house.trajectories = new Trajectories({
      service,
      clock,
      fleet: without(fleet),
      timeZone: () => house.timeZone,
      profile: defaultProfile,
    });
    expect((await day('2026-03-09')).kind).toBe('track');
    expect(service.of('trajectories.data')[0]?.input.filters).not.toHaveProperty('eid');
  });

  it('without data is an answer, not an error', async () => {
    service.on('trajectories.data', noData);
    service.on('trajectories.get', () => ({ data: { acc: 20260309, alCnt: 2 } }));
    expect(await day('2026-03-09')).toMatchObject({ kind: 'no-data', summary: { alarms: 2 } });
    service.on('trajectories.get', noData);
    expect(await day('2026-03-08')).toMatchObject({ kind: 'no-data', summary: null });
    service.on('trajectories.data', () => ({ data: [] }));
    expect(await day('2026-03-07')).toMatchObject({ kind: 'no-data', summary: null });
  });

  it('has its figures computed where only the positions are there', async () => {
    service.on('trajectories.get', noData);
    expect(await day('2026-03-09')).toMatchObject({
      kind: 'track',
      track: { summary: { topSpeed: 30, distance: 0 } },
    });
  });

  it('that has not begun yet holds nothing, without asking', async () => {
    expect(await day('2026-03-11')).toMatchObject({ kind: 'no-data', summary: null });
    expect(service.calls).toEqual([]);
  });

  it('needs a main device', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    await expect(day('2026-03-09')).rejects.toMatchObject({
      error: { code: 'not-found', reason: 'no-device' },
    });
  });

  it('fails with the fault of the service, and is asked for again after that', async () => {
    service.failure = { code: 'offline' };
    await expect(day('2026-03-09')).rejects.toMatchObject({ error: { code: 'offline' } });
    service.failure = null;
    expect((await day('2026-03-09')).kind).toBe('track');
  });
});

describe('a device swap', () => {
  const noon = Date.UTC(2026, 2, 9, 15);
  /** Every five minutes of the day a fix, at the latitude of the device's number. */
  const fixesOf = (device: number): unknown[] =>
    Array.from({ length: 288 }, (_, index) => ({
      ...{ act: Date.UTC(2026, 2, 9, 3) / 1000 + index * 300, lat: device, lng: 2, spd: 0 },
    }));

  beforeEach(() => {
    service
      .on('deviceAssociations.list', () => ({
        data: [
          associationJson(1, 7, { deleted_at: new Date(noon).toISOString(), is_main_device: null }),
          associationJson(2, 8, { created_at: new Date(noon).toISOString() }),
        ],
      }))
      .on('trajectories.get', ({ filters }) => {
        const { did } = filters as { did: { eq: string } };
        return { data: { acc: 20260309, dis: did.eq === idOf('D', 7) ? 1000 : 200, spMax: 50 } };
      })
      .on('trajectories.data', ({ filters }) => {
        const { did } = filters as { did: { eq: string } };
        return { data: fixesOf(did.eq === idOf('D', 7) ? 7 : 8) };
      });
  });

  const devicesAsked = (): unknown[] =>
    service.of('trajectories.data').map(({ input }) => {
      const { did } = input.filters as { did: { eq: string } };
      return did.eq;
    });

  it('leaves the days before to the old device', async () => {
    service.on('trajectories.data', () => ({ data: [{ act: 1_772_971_200, lat: 1, lng: 2 }] }));
    await day('2026-03-08');
    expect(devicesAsked()).toEqual([idOf('D', 7)]);
    await day('2026-03-10');
    expect(devicesAsked()).toEqual([idOf('D', 7), idOf('D', 8)]);
  });

  it('shows its own day in one timeline, each part from its device, with the figures of both', async () => {
    const answer = await day('2026-03-09');
    if (answer.kind !== 'track') throw new Error('no track');
    const { columns, devices, summary } = answer.track;
    expect(columns.at).toHaveLength(288);
    const swapped = columns.at.findIndex((at) => at >= noon);
    expect(new Set(columns.latitude.subarray(0, swapped))).toEqual(new Set([7]));
    expect(new Set(columns.latitude.subarray(swapped))).toEqual(new Set([8]));
    expect(devices.map(({ deviceId, to }) => [deviceId, to])).toEqual([
      [idOf('D', 7), noon],
      [idOf('D', 8), Date.UTC(2026, 2, 10, 3)],
    ]);
    expect(summary).toMatchObject({ distance: 1200, topSpeed: 50 });
  });

  it('counts both parts of its day in the calendar', async () => {
    await day('2026-03-09');
    const told = [1000, 200].map((dis) => ({ acc: 20260309, dis, spMax: 50 }));
    service.on('trajectories.list', () => ({ data: told }));
    expect(await days('2026-03-09', '2026-03-09')).toMatchObject([{ distance: 1200 }]);
  });

  it('by another office is noticed where a day seems to hold nothing', async () => {
    const swapped = [
      associationJson(1, 7, { deleted_at: '2026-03-09T03:00:00Z' }),
      associationJson(2, 8, { created_at: '2026-03-09T03:00:00Z' }),
    ];
    service
      .on('deviceAssociations.list', () => ({ data: [associationJson(1, 7)] }))
      .on('trajectories.data', ({ filters }) => {
        const { did } = filters as { did: { eq: string } };
        return did.eq === idOf('D', 8) ? { data: fixesOf(8) } : noData();
      });
    const fixes = async (wanted: string) => {
      const answer = await day(wanted);
      return answer.kind === 'track' ? answer.track.columns.at.length : null;
    };
    // The service tells of a way, whichever device is asked for, and has no positions of this one.
    expect(await fixes('2026-03-09')).toBe(0);
    service.on('deviceAssociations.list', () => ({ data: swapped }));
    await clock.advance(7 * HOUR);
    service.on('trajectories.get', noData);
    expect(await fixes('2026-03-07')).toBeNull();
    expect(await fixes('2026-03-09')).toBeGreaterThan(0);
  });
});

describe('days already seen', () => {
  it('play offline after a restart, with the months that hold them', async () => {
    const store = await openInlineStore(null, '');
    const start = (): Trajectories =>
      new Trajectories({
        ...{ store, service, clock, fleet, profile: defaultProfile },
        timeZone: () => house.timeZone,
      });
    const before = start();
    // Not final: it would be read again.
    const first = await house.finish(before.day({ vehicleId, day: '2026-03-10' }));
    await clock.advance(HOUR);
    service.failure = { code: 'offline' };
    const after = start();
    const again = await house.finish(after.day({ vehicleId, day: '2026-03-10' }));
    expect(again).toEqual({ ...first, isKept: true });
    const listed = await house.finish(
      after.days({ vehicleId, from: '2026-03-01', to: '2026-03-10' }),
    );
    expect(listed).toMatchObject({ isKept: true, days: [{ day: '2026-03-10' }] });
    // As old as it is, not as of now.
    expect(listed.readAt).toBe(first.readAt);
    await expect(house.finish(after.day({ vehicleId, day: '2026-03-09' }))).rejects.toMatchObject({
      error: { code: 'offline' },
    });
  });
});

describe('days in memory', () => {
  it('are read once where they are past, also by two who ask at once', async () => {
    await Promise.all([day('2026-03-08'), day('2026-03-08')]);
    await clock.advance(5 * HOUR);
    service.failure = { code: 'offline' };
    expect((await day('2026-03-08')).kind).toBe('track');
    expect(service.of('trajectories.data')).toHaveLength(1);
  });

  it('are read again after 30 seconds where they are today', async () => {
    await day('2026-03-10');
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(1);
    await clock.advance(30_000);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(2);
  });

  it('are not final before devices had time to hand in what they could not send', async () => {
    // One o'clock at night: yesterday has just ended.
    await clock.advance(13 * HOUR);
    await day('2026-03-10');
    await clock.advance(5 * MINUTE);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(1);
    await clock.advance(10 * MINUTE);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(2);
    await clock.advance(6 * HOUR);
    await day('2026-03-10');
    await clock.advance(24 * HOUR);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(3);
  });

  it('are not final because they were read by a clock that was ahead', async () => {
    const right = clock.now();
    clock.setWallClock(right + 48 * HOUR);
    await day('2026-03-10');
    clock.setWallClock(right);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(2);
    await day('2026-03-10');
    expect(service.of('trajectories.data')).toHaveLength(2);
  });

  it('are cut again in another time zone', async () => {
    const first = await day('2026-03-08');
    house.timeZone = 'UTC';
    const second = await day('2026-03-08');
    expect(service.of('trajectories.data')).toHaveLength(2);
    const bounds = [first, second].map((answer) =>
      answer.kind === 'track' ? new Date(answer.track.dayFrom).toISOString() : null,
    );
    expect(bounds).toEqual(['2026-03-08T03:00:00.000Z', '2026-03-08T00:00:00.000Z']);
  });

  it('give way to newer ones once they hold a million fixes', async () => {
    const fixes = (start: number): unknown[] =>
      Array.from({ length: 86_400 }, (_, at) => ({ act: start + at, lat: 1, lng: 2, spd: 0 }));
    service.on('trajectories.data', ({ filters }) => {
      const { acc } = filters as { acc: { eq: number } };
      return fixes(Date.UTC(2026, 1, acc.eq % 100, 3) / 1000);
    });
    for (let date = 1; date <= 12; date++) await day(`2026-02-${String(date).padStart(2, '0')}`);
    await day('2026-02-12');
    await day('2026-02-02');
    expect(service.of('trajectories.data')).toHaveLength(12);
    await day('2026-02-01');
    expect(service.of('trajectories.data')).toHaveLength(13);
  });
});
