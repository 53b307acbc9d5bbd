import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { dayFeatures, dayRecord, type DayFeatures } from './documented-shapes';
import { PATIENT, findReporting, messageOf, ServiceClient, type Reporting } from './service-client';

/** Friday, 15 May 2026, 12:00 in the demo's city. */
const NOON = Date.UTC(2026, 4, 15, 15);
const YESTERDAY = '20260514';

type Day = z.infer<typeof dayRecord>['attributes'];

describe('trajectories', PATIENT, () => {
  let client: ServiceClient;
  let reporting: Reporting;
  let base = '';

  beforeAll(async () => {
    client = await ServiceClient.start({ now: () => NOON });
    reporting = await findReporting(client);
    base = `/v2/vehicles/${reporting.vehicleId}/trajectories`;
  });
  afterAll(() => client.close());

  const dayPath = (acc: string, deviceId = reporting.deviceId): string =>
    `${base}/by-keys?filters[acc][eq]=${acc}&filters[did][eq]=${deviceId}`;
  const geomPath = (acc: string, kinds: readonly string[] = []): string =>
    `${base}/geom?filters[acc][eq]=${acc}&filters[did][eq]=${reporting.deviceId}` +
    `&filters[eid][eq]=${reporting.enterpriseId}${kinds.map((kind) => `&attributes[]=${kind}`).join('')}`;
  const dayOf = async (acc: string): Promise<Day> => {
    const { json } = await client.get(dayPath(acc));
    return dayRecord.parse((json as { data: unknown }).data).attributes;
  };
  const featuresOf = async (
    acc: string,
    kinds?: readonly string[],
  ): Promise<DayFeatures['features']> => {
    const { json } = await client.get(geomPath(acc, kinds));
    return dayFeatures.parse((json as { data: unknown }).data).features;
  };
  const ofKind = (features: DayFeatures['features'], kind: string) =>
    features.filter(({ properties }) => properties.type === kind);

  it('answer one record for a day, whose figures agree with each other', async () => {
    const day = await dayOf(YESTERDAY);
    expect(day.acc).toBe(Number(YESTERDAY));
    expect(day.segs).toHaveLength(day.sgCnt);
    expect(day.sgCnt).toBeGreaterThan(2);
    const sum = (of: 'dur' | 'dis'): number => day.segs.reduce((total, seg) => total + seg[of], 0);
    expect(day.dur).toBe(sum('dur'));
    expect(Math.abs(day.dis - sum('dis'))).toBeLessThan(day.sgCnt);
    expect(day.spMax).toBe(Math.max(...day.segs.map(({ spMax }) => spMax)));
    expect(day.spAvg).toBeCloseTo((day.dis / day.dur) * 3.6, 1);
    const [west, south, east, north] = day.bbox;
    for (const [lng, lat] of day.ls.coordinates) {
      expect(lng >= west && lng <= east && lat >= south && lat <= north).toBe(true);
    }
    for (const { sta, end, dur } of day.segs) {
      expect(Date.parse(end.act) - Date.parse(sta.act)).toBe(dur * 1000);
      // The day is one of the demo's zone.
      expect(sta.act.slice(0, 10)).toBe('2026-05-14');
    }
  });

  it('answer the features that the record counts', async () => {
    const day = await dayOf(YESTERDAY);
    const features = await featuresOf(YESTERDAY);
    expect(ofKind(features, 'SEGMENT')).toHaveLength(day.sgCnt);
    expect(ofKind(features, 'STOP')).toHaveLength(day.stCnt);
    expect(ofKind(features, 'ALARM')).toHaveLength(day.alCnt);
    expect(ofKind(features, 'DETAILED')).toHaveLength(day.ls.coordinates.length);
    const stops = ofKind(features, 'STOP').map(({ properties }) => properties.val ?? 0);
    expect(stops.reduce((total, seconds) => total + seconds, 0)).toBe(day.stDur);
    const tags = new Set(ofKind(features, 'ALARM').map(({ properties }) => properties.tag));
    expect([...tags].sort()).toEqual([...day.alTags].sort());
    const acts = ofKind(features, 'DETAILED').map(({ properties }) => properties.point.act);
    expect(acts).toEqual([...new Set(acts)].sort((a, b) => a - b));
    for (const { properties } of features) {
      expect(properties.point.did).toBe(reporting.deviceId);
      expect(properties.point.acc).toBe(Number(YESTERDAY));
    }
  });

  it('answer the kinds that are asked for, alone', async () => {
    const kinds = new Set(
      (await featuresOf(YESTERDAY, ['STOP', 'ALARM'])).map(({ properties }) => properties.type),
    );
    expect([...kinds].sort()).toEqual(['ALARM', 'STOP']);
    const answer = await client.get(geomPath(YESTERDAY, ['POINT']));
    expect(messageOf(answer)).toMatch(
      /^query\.attributes\[0\] must be one of SEGMENT, DETAILED, ALARM, STOP/,
    );
  });

  it('agree with the live position: the last fix of today is the one that tracking tells', async () => {
    const { json } = await client.get(
      `/v2/vehicles/${reporting.vehicleId}/tracking/${reporting.deviceId}`,
    );
    const live = (json as { data: { attributes: Record<string, unknown> } }).data.attributes;
    const last = (await featuresOf('20260515', ['DETAILED'])).at(-1)?.properties.point;
    expect(last).toMatchObject({
      act: live.act,
      spd: live.spd,
      dir: live.dir,
      ign: live.ign,
      bl: live.bl,
      o1: live.o1,
    });
    expect([last?.lng, last?.lat]).toEqual(
      (live.geometry as { coordinates: number[] }).coordinates,
    );
  });

  it('list the days of an interval like the record, without line and segments', async () => {
    const days = await client.list(`${base}/?filters[fromAcc]=20260501&filters[toAcc]=20260514`);
    expect(days.length).toBeGreaterThan(8);
    const figures = Object.fromEntries(
      Object.entries(await dayOf(YESTERDAY)).filter(([name]) => name !== 'ls' && name !== 'segs'),
    );
    expect(days.at(-1)?.attributes).toEqual(figures);
    const accs = days.map(({ attributes }) => Number(attributes.acc));
    expect(accs).toEqual([...accs].sort());
    const second = await client.list(
      `${base}/?filters[fromAcc]=20260501&filters[toAcc]=20260514&limit=5&page=2`,
    );
    expect(second.map(({ attributes }) => attributes.acc)).toEqual(accs.slice(5, 10));
  });

  it('refuse intervals that are too long, reversed, or none', async () => {
    const refused = async (query: string): Promise<[number, string]> => {
      const answer = await client.get(`${base}/?${query}`);
      return [answer.status, messageOf(answer)];
    };
    expect(await refused('filters[fromAcc]=20260401&filters[toAcc]=20260502')).toEqual([
      400,
      'query.filters: the interval must not be longer than 31 days',
    ]);
    expect((await refused('filters[fromAcc]=20260514&filters[toAcc]=20260513'))[0]).toBe(400);
    expect(await refused('filters[fromAcc]=20260514')).toEqual([
      400,
      'query.filters.toAcc is required',
    ]);
    expect((await refused('filters[fromAcc]=20260231&filters[toAcc]=20260301'))[1]).toContain(
      'YYYYMMDD',
    );
    expect(
      (await client.get(`${base}/?filters[fromAcc]=20260414&filters[toAcc]=20260514`)).status,
    ).toBe(200);
  });

  it('answer 404 where there is no data: in the future, long ago, for another device', async () => {
    for (const acc of ['20260516', '20220105']) {
      const answer = await client.get(dayPath(acc));
      expect([acc, answer.status]).toEqual([acc, 404]);
      expect((await client.get(geomPath(acc))).status).toBe(404);
      expect(
        (await client.get(`${base}/?filters[fromAcc]=${acc}&filters[toAcc]=${acc}`)).status,
      ).toBe(404);
    }
    expect((await client.get(dayPath(YESTERDAY, 'a'.repeat(15)))).status).toBe(404);
    const foreign = geomPath(YESTERDAY).replace(reporting.enterpriseId, 'b'.repeat(15));
    expect((await client.get(foreign)).status).toBe(404);
  });

  it('name the filters that are missing', async () => {
    expect(messageOf(await client.get(`${base}/by-keys`))).toBe(
      'query.filters.acc.eq is required; query.filters.did.eq is required',
    );
    const answer = await client.get(
      `${base}/geom?filters[acc][eq]=${YESTERDAY}&filters[did][eq]=${reporting.deviceId}`,
    );
    expect(messageOf(answer)).toBe('query.filters.eid.eq is required');
    expect(messageOf(await client.get(dayPath('yesterday')))).toContain(
      'must be a date of the form YYYYMMDD',
    );
  });
});

describe('tracking', PATIENT, () => {
  it('is told in neighbouring types by a few devices, and by all others as documented', async () => {
    const client = await ServiceClient.start({ now: () => NOON });
    const forms = new Map<string, number>();
    for (const page of [1, 2]) {
      for (const vehicle of await client.list(
        `/v2/vehicles?limit=100&page=${page}&includes[device][]=imei`,
      )) {
        const device = vehicle.relationships.device?.id;
        if (device === undefined) continue;
        const { status, json } = await client.get(`/v2/vehicles/${vehicle.id}/tracking/${device}`);
        const told =
          status === 200
            ? formOf((json as { data: { attributes: Told } }).data.attributes)
            : `${status}`;
        forms.set(told, (forms.get(told) ?? 0) + 1);
      }
    }
    expect(forms.get('as documented')).toBeGreaterThan(100);
    expect([...forms.keys()].sort()).toEqual([
      '404',
      'as documented',
      'battery and output null',
      'commas and texts',
      'no battery',
      'output as a number',
    ]);
    await client.close();
  }, 60_000);
});

interface Told {
  readonly bl?: unknown;
  readonly o1?: unknown;
  readonly spd?: unknown;
  readonly geometry: { readonly coordinates: readonly unknown[] };
}

function formOf({ bl, o1, spd, geometry }: Told): string {
  if (bl === undefined) return 'no battery';
  if (bl === null && o1 === null) return 'battery and output null';
  if (typeof o1 === 'number') return 'output as a number';
  const isText = geometry.coordinates.every((value) => typeof value === 'string');
  if (isText && typeof spd === 'string' && spd.includes(',')) return 'commas and texts';
  const isPlain = typeof bl === 'number' && typeof spd === 'number' && typeof o1 === 'string';
  return isPlain ? 'as documented' : 'otherwise';
}
