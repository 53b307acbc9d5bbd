import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { HttpAnswer } from '@core/ports/http-transport';
import { errorOfAnswer, parseJson } from '@core/service/answer-errors';
import { decodeTokens } from '@core/service/decoders/authentication';
import type { ToldRecord } from '@core/ports/store';
import { decodeList, decodeRecord, type RecordBase } from '@core/service/decoders/records';
import { decodeTracking } from '@core/service/decoders/tracking';
import { decodeTrajectoryList } from '@core/service/decoders/trajectories';
import { decodeTrajectoryData } from '@core/service/decoders/trajectory-data';
import { isHtml } from '@core/service/error-messages';
import { catalogue } from '@core/service/operations';
import { toTold } from '@core/service/resources/codec';
import { defaultProfile } from '@core/service/profile';

const id = 'abcdefghijklmno';
const noon = Date.UTC(2026, 2, 10, 12);

function vehicle(change: object): RecordBase & { told: ToldRecord } {
  const list = decodeList({ data: [{ id, type: 'vehicles', ...change }] }, decodeRecord);
  const [record] = list.records;
  if (!record) throw new Error('It was not read.');
  return { ...record, told: toTold('vehicles', record) };
}

function errorOf(answer: Partial<HttpAnswer>): ReturnType<typeof errorOfAnswer> {
  return errorOfAnswer(
    { status: 400, headers: {}, body: '', ...answer },
    {
      label: 'POST /v2/vehicles',
      operation: catalogue['vehicles.create'],
      profile: defaultProfile,
      records: 1,
      now: noon,
    },
  );
}

describe('a body that begins with thousands of comments', () => {
  it('is looked through once', () => {
    expect(isHtml(`${'<!---->'.repeat(5_000)}x`, undefined)).toBe(false);
    expect(isHtml(`${'<!-- a --> '.repeat(500)}<html>`, undefined)).toBe(true);
    expect(isHtml(`${'<!--'.repeat(5_000)}<html>`, undefined)).toBe(false);
  });
});

describe('JSON that is nested without end', () => {
  const nested = (depth: number, open = '[', close = ']'): string =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;

  it.each([
    ['lists', nested(100_000)],
    ['objects', nested(100_000, '{"data":', '}')],
    ['both, with siblings', nested(50_000, '[{},{"a":[],"b":', '}]')],
    ['not even closed', '['.repeat(100_000)],
    [
      'inside a relation',
      `{"data":[{"id":"${id}","relationships":{"a":${nested(100_000, '{"data":', '}')}}}]}`,
    ],
  ])('is no answer: %s', (_name, text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it.each([
    ['as deep as any record', nested(90)],
    ['brackets in texts', JSON.stringify({ a: '[{'.repeat(500), 'b[[[[': '\\"[[[' })],
    ['many side by side', `[${'[],{},'.repeat(1_000)}[]]`],
    ['quotes behind backslashes', JSON.stringify({ a: '\\\\"', b: '"'.repeat(200), c: '\\' })],
  ])('is told from %s', (_name, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});

describe('lists without end', () => {
  const zeros = Array.from({ length: 100_001 }, () => 0);

  it('are refused as a whole', () => {
    expect(() => decodeList({ data: zeros }, decodeRecord)).toThrow(FleetdeskError);
    expect(() => decodeTrajectoryList({ data: zeros })).toThrow(FleetdeskError);
  });

  it('are not reported item by item', () => {
    const { size, unread } = decodeList({ data: zeros.slice(1) }, decodeRecord);
    expect(size).toBe(100_000);
    expect(unread).toHaveLength(101);
    expect(unread.at(-1)).toEqual({ path: '…', problem: 'more' });
  });

  it('in a relation are read up to a point', () => {
    const enterprises = zeros.map((_zero, index) => ({ id: String(index).padStart(15, '0') }));
    const { relations, unread } = vehicle({ relationships: { enterprises } });
    expect(relations).toHaveLength(10_000);
    expect(unread).toEqual([{ path: 'relationships.enterprises', problem: 'too-long' }]);
  });

  it('of trajectory data are reported in few words', () => {
    const { report } = decodeTrajectoryData({ data: zeros }, defaultProfile.tracking);
    expect(report.unread).toHaveLength(51);
    expect((report.raw ?? '').length).toBeLessThan(30_000);
  });

  it('of messages are cut', () => {
    const errors = zeros.map(() => ({
      detail: 'body.data.attributes.plate is required',
      field: 'x',
    }));
    const { fields, serviceMessage } = errorOf({ body: JSON.stringify({ errors }) });
    expect(fields).toHaveLength(500);
    expect(serviceMessage).toHaveLength(10_000);
  });
});

describe('texts', () => {
  it('without end are left in the raw record, and reported', () => {
    const plate = 'A'.repeat(1_000_000);
    const { told, raw } = vehicle({ attributes: { plate, color: '#000000' } });
    expect(told.fields).toEqual({ color: '#000000' });
    expect(told.unread).toEqual([{ path: 'attributes.plate', problem: 'too-long' }]);
    expect(JSON.stringify(raw).includes(plate)).toBe(true);
  });

  it('of an alarm end', () => {
    const point = { act: noon / 1000, lat: -23.5, lng: -46.6 };
    const properties = { type: 'ALARM', tag: 'x'.repeat(1_000_000), msg: 'stop', point };
    const { alarms } = decodeTrajectoryData(
      { features: [{ properties }] },
      defaultProfile.tracking,
    );
    expect(alarms.map(({ tag, message }) => [tag?.length, message])).toEqual([[10_000, 'stop']]);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '\u202Egnp.exe\u2066',
    '\u0000\u0007\u001B[31m',
    '{{constructor}}',
    '\uD800',
  ])('stay what they are: %j', (plate) => {
    expect(vehicle({ attributes: { plate } }).told).toMatchObject({
      fields: { plate },
      unread: [],
    });
  });

  it('as names of relations are left out when they have no end', () => {
    const { relations, unread } = vehicle({
      relationships: { ['x'.repeat(100_000)]: { id }, enterprises: { id } },
    });
    expect(relations.map(({ name }) => name)).toEqual(['enterprises']);
    expect(unread).toEqual([{ path: 'relationships', problem: 'too-long' }]);
  });

  it('as paths of fields carry no control characters, and end', () => {
    const errors = [
      { field: 'pla\u0000te\u202E', detail: 'is wrong' },
      { field: 'x'.repeat(5_000), detail: 'is wrong' },
      { source: { pointer: `/${'data/'.repeat(5_000)}` }, detail: 'is wrong' },
    ];
    expect(errorOf({ body: JSON.stringify({ errors }) }).fields).toEqual([
      { path: 'plate', message: 'is wrong' },
    ]);
  });
});

describe('identifiers', () => {
  it.each([
    123456789012345,
    'abcdefghijklmn',
    'abcdefghijklmnop',
    'abc-efghijklmno',
    '__proto__',
    null,
  ])('are strict: %j is none', (wrong) => {
    const { records, unread } = decodeList({ data: [{ id: wrong }, { id }] }, decodeRecord);
    expect(records.map((record) => record.id)).toEqual([id]);
    expect(unread).toEqual([{ path: 'data[0].id', problem: 'not-an-identifier' }]);
  });
});

describe('a token', () => {
  it.each(['a b', 'a\nb', 'a\r\nx: y', 'é', '\u0000', 'x'.repeat(8_001), 5, null, ['a']])(
    'that no header can carry is none: %j',
    (token) => {
      expect(() => decodeTokens({ data: { token, refresh_token: 'r' } })).toThrow(FleetdeskError);
      expect(() => decodeTokens({ data: { token: 't', refresh_token: token } })).toThrow(
        FleetdeskError,
      );
    },
  );
});

describe('a heading of more turns than any vehicle makes', () => {
  it.each([1e308, -1e308])('is none: %d', (dir) => {
    const heading = { ...defaultProfile.tracking.heading, unit: 'radians' as const };
    const attributes = { act: noon / 1000, dir, geometry: { coordinates: [-46.6, -23.5] } };
    const names = { ...defaultProfile.tracking, heading };
    const { fix, unread } = decodeTracking({ data: { attributes } }, names, noon);
    expect(fix.heading).toBeNull();
    expect(unread).toEqual([{ path: 'attributes.dir', problem: 'out-of-range' }]);
  });
});

describe('a status that answers another question', () => {
  it.each([300, 304, 305])('%d is no redirect', (status) => {
    expect(errorOf({ status })).toMatchObject({ code: 'bad-response', reason: 'unexpected-shape' });
  });
});
