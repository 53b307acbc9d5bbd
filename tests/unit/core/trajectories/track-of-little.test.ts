import { describe, expect, it } from 'vitest';
import { distanceBetween } from '@contract/rules/sphere';
import { build, midnight, mustBuild, position, seconds } from './one-track';

describe('a day of which little is told', () => {
  it('is nothing where the service tells nothing', () => {
    expect(build({ features: [] })).toBeNull();
    expect(build({ features: [] }, { acc: 20260310 })).toBeNull();
  });

  it('is never empty where something can not be read', () => {
    const track = mustBuild({ data: { strange: 1 } });
    expect(track.columns.at).toHaveLength(0);
    expect(track.unread).toEqual([{ path: 'data', problem: 'not-a-trajectory' }]);
    expect(track.raw).toBe('{"data":{"strange":1}}');
  });

  it('says so where the service drove and tells no positions', () => {
    const track = mustBuild({ features: [] }, { acc: 20260310, dis: 12_000 });
    expect(track.unread).toEqual([{ path: 'data', problem: 'no-positions' }]);
    expect(track.summary.distance).toBe(12_000);
  });

  it('is drawn by the ends of its drives where there is nothing else', () => {
    const sta = { act: midnight / 1000, lat: 1, lng: -46.6 };
    const end = { act: midnight / 1000 + 240, lat: 1.02, lng: -46.6 };
    const track = mustBuild({ features: [] }, { acc: 20260310, segs: [{ sta, end }] });
    expect(Array.from(track.columns.at, seconds)).toEqual([0, 240]);
    expect(track.summary.distance).toBeCloseTo(distanceBetween(1, 0, 1.02, 0), 3);
  });

  it('says so where the positions end long before the drives', () => {
    const sta = { act: midnight / 1000, lat: 1, lng: -46.6 };
    const end = { act: midnight / 1000 + 7200, lat: 1.9, lng: -46.6 };
    const positions = Array.from({ length: 10 }, (_, index) => position(index * 30, index * 300));
    const track = mustBuild(positions, { acc: 20260310, segs: [{ sta, end }] });
    expect(track.unread).toEqual([{ path: 'data', problem: 'ends-early' }]);
    expect(track.raw).not.toBeNull();
  });

  it('keeps its raw text within 20,000 characters', () => {
    const bad = Array.from({ length: 2_000 }, () => ({ why: 'x'.repeat(40) }));
    const record = { acc: 20260310, segs: Array.from({ length: 2_000 }, () => 'y'.repeat(40)) };
    expect(mustBuild(bad, record).raw?.length).toBeLessThanOrEqual(20_000);
  });
});

describe('what crosses midnight', () => {
  const drive = (from: number, to: number): unknown => ({
    sta: { act: new Date(midnight + from * 1000).toISOString() },
    end: { act: new Date(midnight + to * 1000).toISOString() },
    dis: 12_000,
  });
  const HOUR = 3600;
  const fixes = [
    ...Array.from({ length: 41 }, (_, minute) => position(minute * 60, minute * 100)),
    ...Array.from({ length: 40 }, (_, minute) =>
      position(86_400 - 2400 + minute * 60, minute * 50),
    ),
  ];
  const segs = [drive(-HOUR / 2, (HOUR * 2) / 3), drive(86_400 - (HOUR * 2) / 3, 86_400 + HOUR)];

  it('is shown whole, counts for the day in part, and is not called unreadable', () => {
    const track = mustBuild(fixes, { data: { acc: 20260310, segs } });
    expect(track.segments.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([
      [-1800, 2400],
      [84_000, 90_000],
    ]);
    expect(track.summary.duration).toBe(4800);
    expect(track.summary.distance).toBeCloseTo(4000 + 39 * 50, -1);
    expect(track.unread).toEqual([]);
  });

  it('takes its fixes of the day before and after for what they are', () => {
    const beyond = [position(-600, 0), position(86_400 + 600, 0)];
    const track = mustBuild([...fixes, ...beyond], { data: { acc: 20260310, segs } });
    expect(track.unread).toEqual([]);
    expect(mustBuild([...fixes, ...beyond]).unread).toHaveLength(1);
  });
});

describe('what could not be read', () => {
  it('is counted truly, however much it is, and drives for themselves', () => {
    const broken = { sta: { act: 'soon' }, end: { act: 'later' } };
    const good = { sta: { act: '2026-03-10 09:00:00-03' }, end: { act: '20260310T123000Z' } };
    const segs = [...Array.from({ length: 62 }, () => broken), good];
    const track = mustBuild([position(34_200, 0)], { data: { acc: 20260310, segs } });
    expect(track.unreadCount).toBe(62);
    expect(track.drives).toEqual({ told: 63, read: 1 });
    expect(track.segments[0]).toMatchObject({
      from: Date.UTC(2026, 2, 10, 12),
      to: Date.UTC(2026, 2, 10, 12, 30),
    });
  });
});

describe('a device that reports rarely', () => {
  /** Every ten minutes from 08:00 to 16:00 at 62 km/h, each 5 km further. */
  const rare = Array.from({ length: 49 }, (_, index) =>
    position(8 * 3600 + index * 600, index * 5000, { spd: 62, ign: true }),
  );

  it('every ten minutes drives 240 km in eight hours, without a gap', () => {
    const { gaps, stops, segments, summary } = mustBuild(rare);
    expect(gaps).toEqual([]);
    expect(stops).toEqual([]);
    expect(segments).toHaveLength(1);
    expect(summary.distance).toBeCloseTo(240_000, -2);
    expect(summary.duration).toBe(8 * 3600);
    expect(summary.topSpeed).toBe(62);
  });

  it('a second more never takes away more way or time than a second holds', () => {
    const figures = (last: number): number[] => {
      const { summary } = mustBuild([
        ...rare,
        position(16 * 3600 + last, 245_000, { spd: 62, ign: true }),
      ]);
      return [summary.distance ?? 0, summary.duration ?? 0];
    };
    for (let last = 1480; last < 1520; last++) {
      const [distance = 0, duration = 0] = figures(last);
      const [farther = 0, longer = 0] = figures(last + 1);
      expect(Math.abs(farther - distance)).toBeLessThan(10);
      expect(Math.abs(longer - duration)).toBeLessThanOrEqual(1.5);
    }
  });

  it('while parked, once an hour, is no gap but a stop', () => {
    const parked = Array.from({ length: 20 }, (_, hour) =>
      position(hour * 3600, 0, { spd: 0, ign: false }),
    );
    const { gaps, stops, segments } = mustBuild(parked);
    expect(gaps).toEqual([]);
    expect(stops.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([[0, 19 * 3600]]);
    expect(segments).toEqual([]);
  });
});

describe('one fix that no vehicle can have reached', () => {
  const fixes = Array.from({ length: 120 }, (_, index) =>
    index === 59
      ? { act: midnight / 1000 + index * 10, lat: 48.8, lng: 2.3 }
      : position(index * 10, index * 100),
  );

  it('is left out of line and figures, and told', () => {
    const { columns, implausible, summary, gaps } = mustBuild(fixes);
    expect(columns.at).toHaveLength(119);
    expect(implausible).toEqual([{ at: midnight + 590_000, latitude: 48.8, longitude: 2.3 }]);
    expect(summary.distance).toBeCloseTo(11_900, -1);
    expect(summary.topSpeed).toBeCloseTo(36, 0);
    expect(gaps).toEqual([]);
  });

  it('nor is a speed believed that the service told', () => {
    const told = fixes.map((fix, index) => ({ ...(fix as object), spd: index === 20 ? 900 : 36 }));
    const { summary } = mustBuild(told, { data: { acc: 20260310, spMax: 3_377 } });
    expect(summary.topSpeed).toBeCloseTo(36, 0);
  });
});

describe('a parked vehicle whose receiver wanders', () => {
  it('stands one stop of an hour', () => {
    const fixes = Array.from({ length: 61 }, (_, minute) =>
      position(minute * 60, (minute % 3) * 4.4, { spd: minute % 7 === 6 ? 4 : 0, ign: false }),
    );
    const { stops, segments, summary } = mustBuild(fixes);
    expect(stops.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual([[0, 3600]]);
    expect(segments).toEqual([]);
    expect(summary).toMatchObject({ distance: 0, duration: 0, stops: 1, stopDuration: 3600 });
  });
});
