import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackFlags, type Track } from '@contract/trajectories';
import { midnight, mustBuild, position, seconds } from './one-track';

describe('the columns of a track', () => {
  it('are sorted by time, each time once, for whatever order they came in', () => {
    const times = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(times, (list) => {
        const { columns } = mustBuild(list.map((at, index) => position(at, index, { spd: index })));
        const expected = [...new Set(list)].sort((a, b) => a - b);
        expect(Array.from(columns.at, seconds)).toEqual(expected);
        // Of equal times the one that was told first stands.
        expect(Array.from(columns.speed)).toEqual(expected.map((at) => list.indexOf(at)));
        for (const column of Object.values(columns)) expect(column).toHaveLength(expected.length);
      }),
    );
  });

  it('are sorted for the newest first as well', () => {
    const { columns } = mustBuild([20, 10, 0].map((at) => position(at, at)));
    expect(Array.from(columns.at, seconds)).toEqual([0, 10, 20]);
  });

  it('are typed arrays of no more than the fixes, for a day of 86,400', () => {
    const all = Array.from({ length: 86_400 }, (_, at) => position(at, at, { spd: 3.6, dir: 0 }));
    const { columns, gaps, stops, segments } = mustBuild(all);
    expect(columns.at).toBeInstanceOf(Float64Array);
    expect(columns.at.byteLength).toBe(86_400 * 8);
    expect(columns.speed.byteLength).toBe(86_400 * 4);
    expect(columns.flags.every((flag) => flag === 0)).toBe(true);
    expect([gaps.length, stops.length, segments.length]).toEqual([0, 0, 1]);
    expect(segments[0]?.distance).toBeCloseTo(86_399, 0);
  });

  it('hold the day alone and say how much lies outside it', () => {
    const track = mustBuild([
      position(-1, 0),
      position(0, 0),
      position(86_399, 0),
      position(86_400, 0),
    ]);
    expect(Array.from(track.columns.at, seconds)).toEqual([0, 86_399]);
    expect(track.unread).toEqual([{ path: 'data', problem: 'outside-day' }]);
    expect([seconds(track.dayFrom), seconds(track.dayTo)]).toEqual([0, 86_400]);
  });
});

describe('speeds and headings', () => {
  it('are the service’s own where it tells them', () => {
    const told = [position(0, 0, { spd: 50, dir: 10 }), position(10, 100, { spd: 60, dir: 350 })];
    const { columns } = mustBuild(told);
    expect(Array.from(columns.speed)).toEqual([50, 60]);
    expect(Array.from(columns.heading)).toEqual([10, 350]);
    expect(Array.from(columns.flags)).toEqual([0, 0]);
  });

  it('are computed and flagged where they are missing', () => {
    const { columns } = mustBuild([
      position(0, 0),
      position(10, 100),
      position(20, 100),
      position(30, 0, { spd: 20 }),
    ]);
    const { speedComputed, headingComputed } = trackFlags;
    expect(Array.from(columns.speed, (speed) => Math.round(speed))).toEqual([36, 36, 0, 20]);
    expect(Array.from(columns.heading, (heading) => Math.round(heading))).toEqual([0, 0, 180, 180]);
    const both = speedComputed | headingComputed;
    expect(Array.from(columns.flags)).toEqual([both, both, both, headingComputed]);
  });

  it('are not computed across a gap', () => {
    const { columns } = mustBuild([position(0, 0), position(3600, 90_000), position(3610, 90_100)]);
    expect(columns.speed[0]).toBeNaN();
    expect(columns.heading[0]).toBeNaN();
    expect(Math.round(columns.speed[1] ?? 0)).toBe(36);
    expect(columns.flags[0]).toBe(0);
  });
});

describe('gaps', () => {
  it('are longer than five minutes', () => {
    const { gaps } = mustBuild([position(0, 0), position(300, 3000), position(601, 6000)]);
    expect(gaps).toEqual([{ index: 1, from: midnight + 300_000, to: midnight + 601_000 }]);
  });

  it('add nothing to the distance', () => {
    const track = mustBuild([
      position(0, 0),
      position(60, 1000),
      position(3600, 50_000),
      position(3660, 51_000),
    ]);
    expect(track.summary.distance).toBeCloseTo(2000, 0);
  });
});

describe('stops and drives', () => {
  /** Ten minutes of driving, eight standing, ten driving, at one fix in 30 seconds. */
  const trip = Array.from({ length: 57 }, (_, index) => {
    const at = index * 30;
    const driven = Math.min(at, 600) + Math.max(0, at - 1080);
    return position(at, driven * 10, { spd: at > 600 && at < 1080 ? 0 : 36 });
  });

  it('are found in the fixes where the service tells none', () => {
    const { stops, segments, summary } = mustBuild(trip);
    expect(stops.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([[630, 1080]]);
    expect(segments.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([
      [0, 630],
      [1080, 1680],
    ]);
    expect(segments[0]?.distance).toBeCloseTo(6000, 0);
    expect(segments[1]).toMatchObject({ topSpeed: 36, startAddress: null });
    expect(summary).toMatchObject({
      stops: 1,
      stopDuration: 450,
      duration: 1230,
      topSpeed: 36,
      alarms: 0,
    });
    expect(summary.distance).toBeCloseTo(12_000, 0);
    expect(summary.averageSpeed).toBeCloseTo((12_000 / 1230) * 3.6, 1);
  });

  it('count the time once where some that the service tells overlap', () => {
    const stop = (from: number, val: number) => ({
      properties: { type: 'STOP', val, point: position(from, 0) },
    });
    const { stops, summary } = mustBuild([
      ...trip,
      ...[stop(600, 480), stop(600, 480), stop(900, 300), stop(1300, 60)],
    ]);
    expect(stops).toHaveLength(4);
    expect(summary.stopDuration).toBe(600 + 60);
  });

  it('leave out a wait at the lights and a device that wanders while it stands', () => {
    const lights = [0, 60, 120].map((at) => position(at, at * 10, { spd: at === 60 ? 0 : 40 }));
    expect(mustBuild(lights).stops).toEqual([]);
    const parked = Array.from({ length: 20 }, (_, index) =>
      position(index * 60, index % 2, { spd: 0 }),
    );
    const track = mustBuild(parked);
    expect(track.stops).toHaveLength(1);
    expect(track.segments).toEqual([]);
  });

  it('go on through a gap at one place and end at a gap that led away', () => {
    const still = { spd: 0 };
    const stayed = [position(0, 0, still), position(3600, 20, still), position(3700, 20, still)];
    expect(mustBuild(stayed).stops.map(({ to }) => seconds(to))).toEqual([3700]);
    const left = [
      position(0, 0, still),
      position(200, 0, still),
      position(3600, 9000, still),
      position(3900, 9000, still),
    ];
    expect(mustBuild(left).stops.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([
      [0, 200],
      [3600, 3900],
    ]);
  });

  it('are the service’s own where it tells them, with the ends it left out', () => {
    const stop = (at: number, val: unknown): unknown => ({
      properties: { type: 'STOP', val, point: position(at, 6000) },
    });
    const data = { features: [...trip, stop(1400, 60), stop(610, null)] };
    const { stops } = mustBuild(data);
    expect(stops.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([
      [610, 1080],
      [1400, 1460],
    ]);
  });

  it('have the address at which the drives before or after them end', () => {
    const iso = (at: number): string => new Date(midnight + at * 1000).toISOString();
    const sta = { lat: 1, lng: -46.6 };
    const segs = [
      { sta: { ...sta, act: iso(0) }, end: { ...sta, act: iso(600), adr: 'Rua A' } },
      { sta: { ...sta, act: iso(1080) }, end: { ...sta, act: iso(1200) } },
      { sta: { ...sta, act: iso(1500), adr: 'Rua B' }, end: { ...sta, act: iso(1680) } },
    ];
    const stop = (at: number, val: number): unknown => ({
      properties: { type: 'STOP', val, point: position(at, 6000) },
    });
    const data = { features: [...trip, stop(630, 450), stop(1200, 300), stop(1800, 600)] };
    const { stops } = mustBuild(data, { acc: 20260310, segs });
    expect(stops.map(({ address }) => address)).toEqual(['Rua A', 'Rua B', null]);
  });

  it('lie between the drives that the service tells', () => {
    const iso = (at: number): string => new Date(midnight + at * 1000).toISOString();
    const segs = [
      {
        sta: { act: iso(1080), lat: 1.06, lng: -46.6 },
        end: { act: iso(1680), lat: 1.1, lng: -46.6 },
      },
      {
        sta: { act: iso(0), lat: 1, lng: -46.6 },
        end: { act: iso(600), lat: 1.06, lng: -46.6, adr: 'Rua A' },
        dis: 5900,
        spMax: 40,
      },
    ];
    const record = { acc: 20260310, dis: 11_800, stCnt: 3, segs };
    const { stops, segments, summary } = mustBuild(trip, record);
    expect(
      segments.map(({ from, distance, topSpeed }) => [
        seconds(from),
        Math.round(distance ?? 0),
        topSpeed,
      ]),
    ).toEqual([
      [0, 5900, 40],
      [1080, 6000, 36],
    ]);
    expect(stops).toEqual([
      {
        from: midnight + 600_000,
        to: midnight + 1_080_000,
        latitude: 1.06,
        longitude: -46.6,
        address: 'Rua A',
      },
    ]);
    expect(summary).toMatchObject({ distance: 11_800, stops: 3, duration: 1200 });
  });
});

describe('a service that cuts its days at another hour', () => {
  const HOUR = 3600;
  /** A fix every ten minutes from one hour of the day to another. */
  const everyTenMinutes = (fromHour: number, toHour: number) =>
    Array.from({ length: (toHour - fromHour) * 6 }, (_, index) =>
      position(fromHour * HOUR + index * 600, index * 5_000, { spd: 30 }),
    );
  const hours = (span: Track['serviceDay']) =>
    span && [seconds(span.from) / HOUR, seconds(span.to) / HOUR];

  it('is noticed where its days begin later', () => {
    const track = mustBuild(everyTenMinutes(3, 27));
    expect(hours(track.serviceDay)?.map((each) => Math.round(each * 6) / 6)).toEqual([17 / 6, 3]);
    expect(track.serviceDay?.to).toBe(midnight + 3 * HOUR * 1000);
    expect([track.unread, track.unreadCount]).toEqual([[], 0]);
  });

  it('is noticed where its days begin earlier', () => {
    const track = mustBuild(everyTenMinutes(-3, 21));
    expect(track.serviceDay?.to).toBe(midnight - 3 * HOUR * 1000);
    expect(hours(track.serviceDay)?.[0]).toBeCloseTo(-3 - 1 / 6, 3);
  });

  it('is noticed where it tells drives and stops beyond midnight too', () => {
    const stop = (from: number, to: number) => ({
      type: 'STOP',
      ...{ act: midnight / 1000 + from * HOUR, end: midnight / 1000 + to * HOUR },
    });
    const drive = (from: number, to: number) => ({
      sta: { act: midnight / 1000 + from * HOUR },
      end: { act: midnight / 1000 + to * HOUR },
    });
    const record = { acc: 20260310, segs: [drive(8, 12), drive(25, 26)] };
    const track = mustBuild([...everyTenMinutes(3, 27), stop(24.5, 25)], record);
    expect(track.serviceDay?.to).toBe(midnight + 3 * HOUR * 1000);
  });

  it.each<[string, unknown[], unknown]>([
    ['a day with positions on both sides', everyTenMinutes(-2, 26), null],
    ['a day that starts before 03:00 and lacks nothing', everyTenMinutes(0, 24), null],
    ['one position too late', [...everyTenMinutes(8, 20), position(25 * HOUR, 0)], null],
    ['a few minutes too late', [...everyTenMinutes(8, 24), position(86_400, 0)], null],
    [
      'a drive that crosses midnight',
      everyTenMinutes(3, 26),
      {
        acc: 20260310,
        segs: [
          {
            sta: { act: midnight / 1000 + 23 * HOUR },
            end: { act: midnight / 1000 + 26 * HOUR },
          },
        ],
      },
    ],
  ])('is not seen in %s', (_name, positions, record) => {
    expect(mustBuild(positions, record).serviceDay).toBeNull();
  });
});
