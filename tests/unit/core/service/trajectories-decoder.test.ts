import { describe, expect, it } from 'vitest';
import { decodeTrajectory, decodeTrajectoryList } from '@core/service/decoders/trajectories';
import { decodeTrajectoryData, type TrajectoryData } from '@core/service/decoders/trajectory-data';
import { defaultProfile } from '@core/service/profile';

const names = defaultProfile.tracking;
const noon = Date.UTC(2026, 2, 10, 12) / 1000;

function decode(body: unknown): TrajectoryData {
  return decodeTrajectoryData(body, names);
}

/** The positions that came out, as rows. */
function rows({ positions }: TrajectoryData): (number | null)[][] {
  const known = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  return Array.from({ length: positions.count }, (_, index) => [
    known(positions.at[index]),
    known(positions.latitude[index]),
    known(positions.longitude[index]),
    known(positions.speed[index]),
    known(positions.heading[index]),
    known(positions.ignition[index]),
  ]);
}

function feature(type: string, point: Record<string, unknown>, parts = {}): unknown {
  const { lng, lat } = point;
  const geometry = { type: 'Point', coordinates: [lng, lat] };
  return { type: 'Feature', geometry, properties: { type, point, ...parts } };
}

function point(seconds: number, parts: Record<string, unknown> = {}): Record<string, unknown> {
  return { lat: -23.5, lng: -46.6, ign: true, spd: 40, dir: 90, act: noon + seconds, ...parts };
}

const row = [noon * 1000, -23.5, -46.6, 40, 90, 1];

describe('trajectory data as the defaults give it', () => {
  const collection = {
    type: 'FeatureCollection',
    features: [
      feature('DETAILED', point(0)),
      feature('DETAILED', point(10, { ign: false, spd: 0 })),
      feature('STOP', point(10, { adr: 'Rua A, 10' }), { val: 600 }),
      feature('ALARM', point(5), { tag: 'SPEED', msg: 'Too fast', val: 92 }),
      feature('SEGMENT', point(0)),
    ],
  };

  it.each([
    ['plain', collection],
    ['in data', { data: collection }],
    ['in attributes', { data: { type: 'Feature', attributes: collection } }],
    ['in a list of one', { data: [collection] }],
  ])('is read %s', (_, body) => {
    const data = decode(body);
    expect(rows(data)).toEqual([row, [noon * 1000 + 10_000, -23.5, -46.6, 0, 90, 0]]);
    expect(data.stops).toMatchObject([
      { from: (noon + 10) * 1000, to: (noon + 610) * 1000, latitude: -23.5, address: 'Rua A, 10' },
    ]);
    expect(data.alarms).toEqual([
      {
        at: (noon + 5) * 1000,
        place: { latitude: -23.5, longitude: -46.6 },
        tag: 'SPEED',
        message: 'Too fast',
      },
    ]);
    expect(data.report.isEmpty).toBe(true);
    expect(data.report.raw).toBeNull();
  });

  it.each([
    ['no place', {}, []],
    ['an empty place', { lat: null, lng: '' }, []],
    ['a place off the earth', { lat: 91, lng: 0 }, ['out-of-range']],
    ['words for a place', { lat: 'north', lng: 'west' }, ['no-position']],
  ])('keeps an alarm that has a time and %s', (_, place, problems) => {
    const alarm = { type: 'ALARM', tag: 'OPENED', point: { act: noon + 5, ...place } };
    const data = decode({ features: [feature('DETAILED', point(0)), { properties: alarm }] });
    expect(data.alarms).toEqual([
      { at: (noon + 5) * 1000, place: null, tag: 'OPENED', message: null },
    ]);
    expect(rows(data)).toEqual([row]);
    expect(data.report.unread.map(({ problem }) => problem)).toEqual(problems);
  });

  it('makes a track of landmarks where nothing more detailed came', () => {
    const features = [feature('SEGMENT', point(0)), feature('STOP', point(60), { val: 'n/a' })];
    const data = decode({ features });
    expect(rows(data).map(([at]) => at)).toEqual([noon * 1000, (noon + 60) * 1000]);
    expect(data.stops[0]?.to).toBeNull();
  });

  it('takes a segment with both ends for a drive', () => {
    const sta = { act: '2026-03-10T09:00:00-03:00', lat: -23.5, lng: -46.6, adr: 'A' };
    const end = { act: '2026-03-10T09:30:00-03:00', lat: -23.6, lng: -46.7 };
    const properties = { type: 'SEGMENT', sta, end, dis: '12000', spMax: 71 };
    const data = decode({ features: [{ type: 'Feature', geometry: null, properties }] });
    expect(data.segments).toEqual([
      {
        from: noon * 1000,
        to: noon * 1000 + 30 * 60_000,
        distance: 12_000,
        topSpeed: 71,
        startAddress: 'A',
        endAddress: null,
        start: { latitude: -23.5, longitude: -46.6 },
        end: { latitude: -23.6, longitude: -46.7 },
      },
    ]);
  });
});

describe('trajectory data in other shapes', () => {
  it.each([
    ['epoch seconds', noon],
    ['epoch milliseconds', noon * 1000],
    ['digits', String(noon)],
    ['ISO with offset', '2026-03-10T09:00:00-03:00'],
    ['ISO in UTC', '2026-03-10T12:00:00.000Z'],
    ['ISO without offset, as the document has it', '2026-03-10 12:00:00'],
  ])('has times as %s', (_, act) => {
    expect(rows(decode([{ lat: -23.5, lng: -46.6, act }]))[0]?.[0]).toBe(noon * 1000);
  });

  it.each([
    ['lat, lng', { lat: -23.5, lng: -46.6 }],
    ['latitude, longitude as text with comma', { latitude: '-23,5', longitude: '-46,6' }],
    ['lat, lon', { lat: -23.5, lon: -46.6 }],
    ['a point', { geometry: { type: 'Point', coordinates: ['-46.6', '-23.5'] } }],
    ['coordinates', { coordinates: [-46.6, -23.5] }],
  ])('is an array of positions with %s', (kind, place) => {
    const position = { act: noon, spd: '40', dir: '90', ign: 1, ...place };
    const body = kind === 'coordinates' ? [{ properties: position }] : [position];
    expect(rows(decode(body))).toEqual([row]);
  });

  it('is a list of tracking positions', () => {
    const geometry = { type: 'Point', coordinates: [-46.6, -23.5] };
    const attributes = { act: noon, spd: 40, dir: 90, ign: true, geometry };
    expect(rows(decode({ data: [{ type: 'Feature', attributes }] }))).toEqual([row]);
  });

  it('is a line with a time a point beside it', () => {
    const coordinates = [
      [-46.6, -23.5],
      [-46.7, -23.6],
    ];
    const geometry = { type: 'LineString', coordinates };
    const properties = { coordTimes: [noon, noon + 60] };
    const expected = [
      [noon * 1000, -23.5, -46.6, null, null, 2],
      [noon * 1000 + 60_000, -23.6, -46.7, null, null, 2],
    ];
    expect(rows(decode({ data: { type: 'Feature', geometry, properties } }))).toEqual(expected);
    expect(rows(decode({ ...geometry, times: properties.coordTimes }))).toEqual(expected);
    const lines = {
      type: 'MultiLineString',
      coordinates: [coordinates.slice(0, 1), coordinates.slice(1)],
    };
    const nested = { geometry: lines, properties: { coordTimes: [[noon], [noon + 60]] } };
    expect(rows(decode({ features: [nested] }))).toEqual(expected);
  });

  it('is a line with the time as last number of each point', () => {
    const coordinates = [
      [-46.6, -23.5, 760, noon],
      [-46.7, -23.6, 761, noon + 60],
    ];
    const at = rows(decode({ data: { ls: { type: 'LineString', coordinates } } })).map(([t]) => t);
    expect(at).toEqual([noon * 1000, noon * 1000 + 60_000]);
  });

  it('has units and keys of the profile', () => {
    const own = {
      ...names,
      time: { key: 'when', unit: 'seconds' as const },
      speed: { key: 'v', unit: 'm/s' as const },
      heading: {
        key: 'course',
        unit: 'degrees' as const,
        turns: 'counter-clockwise' as const,
        zero: 90,
      },
    };
    const body = [{ when: noon, v: 10, course: 90, lat: 1, lng: 2 }];
    const [first] = rows(decodeTrajectoryData(body, own));
    expect(first?.slice(0, 5)).toEqual([noon * 1000, 1, 2, 36, 0]);
  });
});

describe('trajectory data that can not be read', () => {
  it.each([
    ['no time', { lat: 1, lng: 2 }, 'no-time'],
    ['a time of zero', { lat: 1, lng: 2, act: 0 }, 'no-time'],
    ['no place', { act: noon }, 'no-position'],
    ['the place (0,0)', { act: noon, lat: 0, lng: 0 }, 'no-position'],
    ['a place off the earth', { act: noon, lat: 91, lng: 0 }, 'out-of-range'],
    ['words for a place', { act: noon, lat: 'north', lng: 'west' }, 'no-position'],
  ])('is reported with its path and kept: %s', (_, position, problem) => {
    const data = decode({ data: [point(0), position] });
    expect(rows(data)).toEqual([row]);
    expect(data.report.unread).toEqual([{ path: 'data[1]', problem }]);
    expect(data.report.raw).toBe(JSON.stringify(position));
  });

  it.each([
    ['text', 'nothing here'],
    ['an unknown object', { data: { result: { rows: 12 } } }],
    ['an object of other things', { data: { tracks: [1, 2] } }],
  ])('is never an empty day: %s', (_, body) => {
    const data = decode(body);
    expect(data.report.isEmpty).toBe(false);
    expect(data.report.raw).not.toBeNull();
  });

  it.each([
    ['an empty collection', { type: 'FeatureCollection', features: [] }],
    ['an empty list', { data: [] }],
    ['no body', undefined],
    ['null', { data: null }],
  ])('is nothing at all where the service says so: %s', (_, body) => {
    expect(decode(body).report.isEmpty).toBe(true);
    expect(decode(body).positions.count).toBe(0);
  });

  it('says that a line has no times', () => {
    const coordinates = [
      [-46.6, -23.5, 760],
      [-46.7, -23.6, 761],
    ];
    const data = decode({ data: { type: 'LineString', coordinates } });
    expect(data.report.unread.map(({ problem }) => problem)).toEqual(['no-time', 'no-time']);
  });

  it('is kept up to 20,000 characters, and counted beyond 50 reports', () => {
    const body = Array.from({ length: 5_000 }, (_, index) => ({ index, why: 'x'.repeat(30) }));
    const { report } = decode(body);
    expect(report.unread).toHaveLength(51);
    expect(report.unread.at(-1)).toEqual({ path: '…', problem: '4950 more' });
    expect(report.raw).toHaveLength(20_000);
    const whole = decode({ unknown: body.map(({ why }) => ({ why, when: null })) });
    expect(whole.report.raw?.startsWith('{"unknown":[{"why":"xxx')).toBe(true);
    expect(whole.report.raw).toHaveLength(20_000);
  });

  it('reads nothing that an object only inherits', () => {
    const data = decode(JSON.parse('[{"__proto__": {"act": 1773144000, "lat": 1, "lng": 2}}]'));
    expect(data.positions.count).toBe(0);
  });
});

describe('one trajectory', () => {
  const record = {
    acc: 20260310,
    dur: 3600,
    dis: '42000,5',
    spMax: 88,
    spAvg: 42,
    sgCnt: 1,
    stCnt: 2,
    stDur: 900,
    alCnt: 1,
    segs: [
      {
        id: 1,
        sta: { act: '2026-03-10T09:00:00-03:00', lat: -23.5, lng: -46.6, adr: 'Rua A' },
        end: { act: '2026-03-10T10:00:00-03:00', lat: -23.6, lng: -46.7 },
        dur: 3600,
        dis: 42_000,
        spMax: 88,
      },
      { id: 2, sta: { act: 'noon' }, end: {} },
    ],
  };
  const summary = {
    day: '2026-03-10',
    duration: 3600,
    distance: 42_000.5,
    topSpeed: 88,
    averageSpeed: 42,
    stops: 2,
    stopDuration: 900,
    alarms: 1,
  };

  it.each([
    ['plain', record],
    ['in data', { data: record }],
    ['as a record', { data: { id: 'x', attributes: record } }],
    ['in a list, beside other days', { data: [{ acc: 20260309, dis: 1 }, record] }],
  ])('is read %s', (_, body) => {
    const trajectory = decodeTrajectory(body, '2026-03-10');
    expect(trajectory.summary).toEqual(summary);
    expect(trajectory.segments).toHaveLength(1);
    expect(trajectory.segments[0]).toMatchObject({ distance: 42_000, startAddress: 'Rua A' });
    expect(trajectory.report.unread).toEqual([{ path: 'data.segs[1]', problem: 'not-a-segment' }]);
  });

  it('has no figures where the service tells none, and reports what it can not read', () => {
    const trajectory = decodeTrajectory({ data: { acc: 20260310, dis: 'far' } }, '2026-03-10');
    expect(trajectory.summary).toMatchObject({ distance: null, duration: null });
    expect(trajectory.report.unread).toEqual([{ path: 'data.dis', problem: 'not-a-number' }]);
    expect(trajectory.report.raw).toContain('far');
    expect(decodeTrajectory('<p>', '2026-03-10').report.unread[0]?.problem).toBe(
      'not-a-trajectory',
    );
  });

  it('is listed by its day', () => {
    const list = decodeTrajectoryList({
      data: [record, { attributes: { acc: '2026-03-11' } }, {}],
    });
    expect(list.days.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
    expect(list.days[0]).toEqual(summary);
    expect(list.size).toBe(3);
    expect(list.unread).toEqual([{ path: 'data[2].acc', problem: 'not-a-day' }]);
    expect(decodeTrajectoryList([record]).size).toBe(1);
    expect(() => decodeTrajectoryList('<html>')).toThrow(/no list/);
  });
});
