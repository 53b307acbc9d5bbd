import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersBetween } from '@contract/rules/sphere';
import { wrapLongitude, type Place } from '@contract/rules/longitudes';
import { metersOutside, prepareShape, spansInside } from '@contract/rules/zone-geometry';
import {
  EDGE_MARGIN,
  judgeAgain,
  judgeFix,
  LONGEST_WAY,
  type Crossing,
  type ZoneFix,
  type ZoneSource,
  type ZoneState,
} from '@contract/rules/zone-judge';
import type { ZoneShape } from '@contract/zones';

const MINUTE = 60_000;
/** Degrees of a hundred meters on the equator. */
const HUNDRED = 100 / 111_194.93;

/** Zones that are all near everything. */
function source(shapes: Readonly<Record<string, ZoneShape>>): ZoneSource {
  const zones = new Map(
    Object.entries(shapes).map(([id, shape]) => [id, { id, prepared: prepareShape(shape) }]),
  );
  return { get: (id) => zones.get(id), near: () => zones.values() };
}

/** Meters north and east of a place on the equator. */
function at(minutes: number, north: number, east: number, from = 0): ZoneFix {
  return {
    at: minutes * MINUTE,
    latitude: (north / 100) * HUNDRED,
    longitude: wrapLongitude(from + (east / 100) * HUNDRED),
  };
}

function run(fixes: readonly ZoneFix[], zones: ZoneSource) {
  let state: ZoneState | null = null;
  const crossings: Crossing[] = [];
  for (const fix of fixes) {
    const judged = judgeFix(state, fix, zones);
    state = judged.state;
    crossings.push(...judged.crossings);
  }
  return { state, crossings };
}

const depot: ZoneShape = { kind: 'circle', center: at(0, 0, 0), radius: 500 };
const block: ZoneShape = {
  kind: 'polygon',
  corners: [at(0, -300, -300), at(0, -300, 300), at(0, 300, 300), at(0, 300, -300)],
};
const road: ZoneShape = {
  kind: 'corridor',
  path: [at(0, 0, -2000), at(0, 0, 0), at(0, 1000, 800)],
  width: 200,
};

describe('a way through a zone', () => {
  it.each([
    ['a circle', depot, 500],
    ['a polygon', block, 300],
    ['a corridor', road, 100],
  ])('between two fixes outside of %s is found with both moments', (_, shape, half) => {
    const fixes = [at(0, -1000, -150), at(10, 1000, -150)];
    const reach = shape.kind === 'circle' ? Math.sqrt(half ** 2 - 150 ** 2) : half;
    const { crossings, state } = run(fixes, source({ z: shape }));
    expect(crossings.map(({ kind }) => kind)).toEqual(['entered', 'left']);
    const minutes = crossings.map((crossing) => crossing.at / MINUTE);
    expect(minutes[0]).toBeCloseTo(5 - reach / 200, 2);
    expect(minutes[1]).toBeCloseTo(5 + reach / 200, 2);
    expect(state?.stays.size).toBe(0);
  });

  it('is the same over the date line as anywhere else', () => {
    for (const from of [0, 180, -179.999]) {
      const center = at(0, 0, 0, from);
      const shapes: ZoneShape[] = [
        { kind: 'circle', center, radius: 500 },
        {
          kind: 'polygon',
          corners: [
            at(0, -300, -300, from),
            at(0, -300, 300, from),
            at(0, 300, 300, from),
            at(0, 300, -300, from),
          ],
        },
        { kind: 'corridor', path: [at(0, 0, -900, from), at(0, 0, 900, from)], width: 400 },
      ];
      const fixes = [at(0, 150, -2000, from), at(20, 150, 2000, from)];
      for (const shape of shapes) {
        const { crossings } = run(fixes, source({ z: shape }));
        const here = run(
          [at(0, 150, -2000), at(20, 150, 2000)],
          source({ z: moved(shape, -from) }),
        ).crossings;
        expect(crossings).toHaveLength(2);
        crossings.forEach((crossing, index) => {
          expect(Math.abs(crossing.at - (here[index]?.at ?? 0))).toBeLessThan(50);
        });
      }
    }
  });

  it('that nobody saw for longer than half an hour gives no moment that is made up', () => {
    const minutes = LONGEST_WAY / MINUTE + 1;
    const there = run([at(0, -2000, 0), at(minutes, 0, 0)], source({ z: depot }));
    expect(there.crossings).toEqual([
      { zoneId: 'z', kind: 'entered', at: minutes * MINUTE, isAtLeast: true },
    ]);
    expect(run([at(0, -2000, 0), at(minutes, 2000, 0)], source({ z: depot })).crossings).toEqual(
      [],
    );
  });
});

function moved(shape: ZoneShape, by: number): ZoneShape {
  const place = ({ latitude, longitude }: Place): Place => ({
    latitude,
    longitude: wrapLongitude(longitude + by),
  });
  switch (shape.kind) {
    case 'circle':
      return { ...shape, center: place(shape.center) };
    case 'polygon':
      return { ...shape, corners: shape.corners.map(place) };
    case 'corridor':
      return { ...shape, path: shape.path.map(place) };
  }
}

describe('a vehicle in a zone', () => {
  it('that stands on the edge for an hour with a wavering position comes in once', () => {
    const fixes = [at(0, 800, 0)];
    for (let minute = 1; minute <= 60; minute++) {
      fixes.push(at(minute, 500 + (EDGE_MARGIN - 5) * Math.sin(minute * 2.3), 0));
    }
    const { crossings, state } = run(fixes, source({ z: depot }));
    expect(crossings.map(({ kind }) => kind)).toEqual(['entered']);
    expect(state?.stays.get('z')?.since).toBe(crossings[0]?.at);
  });

  it('left when it was last within, not when it was seen far away', () => {
    const fixes = [at(0, 0, 0), at(1, 480, 0), at(2, 530, 0), at(3, 2000, 0)];
    const { crossings } = run(fixes, source({ z: depot }));
    expect(crossings).toHaveLength(1);
    expect(crossings[0]?.kind).toBe('left');
    expect((crossings[0]?.at ?? 0) / MINUTE).toBeCloseTo(1.4, 2);
  });

  it('was in before it was first seen there, which crosses nothing', () => {
    const { crossings, state } = run([at(5, 0, 0)], source({ z: depot }));
    expect(crossings).toEqual([]);
    expect(state?.stays.get('z')).toEqual({
      since: 5 * MINUTE,
      isAtLeast: true,
      lastWithin: 5 * MINUTE,
    });
  });

  it('stays in a zone that is redrawn around it, and leaves one that is moved or removed', () => {
    const { state } = run([at(0, 800, 0), at(10, 0, 0)], source({ z: depot }));
    if (state === null) throw new Error('Nothing was judged.');
    const since = state.stays.get('z')?.since;
    const wider = judgeAgain(state, source({ z: { ...depot, radius: 900 } as ZoneShape }));
    expect(wider.stays.get('z')?.since).toBe(since);
    const away = { ...depot, center: at(0, 5000, 0) } as ZoneShape;
    expect(judgeAgain(state, source({ z: away })).stays.size).toBe(0);
    expect(judgeAgain(state, source({})).stays.size).toBe(0);
  });
});

describe('any schedule of fixes', () => {
  const fix = fc.record({
    minute: fc.integer({ min: 0, max: 400 }),
    north: fc.integer({ min: -1500, max: 1500 }),
    east: fc.integer({ min: -1500, max: 1500 }),
  });
  const zones = source({ depot, block, road });

  it('enters and leaves each zone by turns, in the order of time', () => {
    fc.assert(
      fc.property(fc.array(fix, { maxLength: 40 }), (schedule) => {
        const fixes = schedule.map(({ minute, north, east }) => at(minute, north, east));
        const { crossings, state } = run(fixes, zones);
        for (const id of ['depot', 'block', 'road']) {
          const own = crossings.filter(({ zoneId }) => zoneId === id);
          own.forEach((crossing, index) => {
            const before = own[index - 1];
            expect(crossing.kind).not.toBe(before?.kind);
            expect(crossing.at).toBeGreaterThanOrEqual(before?.at ?? 0);
          });
          const last = own.at(-1)?.kind;
          if (last !== undefined) expect(state?.stays.has(id) ?? false).toBe(last === 'entered');
        }
      }),
    );
  });

  it('gives each crossing once, whatever comes late or twice', () => {
    fc.assert(
      fc.property(
        fc.array(fix, { maxLength: 25 }),
        fc.array(fc.nat({ max: 24 }), { maxLength: 25 }),
        (schedule, again) => {
          const fixes = schedule
            .map(({ minute, north, east }) => at(minute, north, east))
            .sort((one, other) => one.at - other.at);
          const repeated = fixes.flatMap((each, index) => {
            const late = fixes[again[index] ?? index];
            return late && late.at <= each.at ? [each, late, each] : [each];
          });
          expect(run(repeated, zones).crossings).toEqual(run(fixes, zones).crossings);
        },
      ),
    );
  });

  it('says of a place that it is inside where the way says so, too', () => {
    fc.assert(
      fc.property(fix, fix, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        const from = at(0, one.north, one.east);
        const to = at(1, other.north, other.east);
        const middle = {
          latitude: from.latitude + (to.latitude - from.latitude) * share,
          longitude: from.longitude + (to.longitude - from.longitude) * share,
        };
        for (const shape of [depot, block, road]) {
          const prepared = prepareShape(shape);
          const meters = metersOutside(prepared, middle);
          const slack = 1 / Math.max(1, metersBetween(from, to));
          const isIn = spansInside(prepared, from, to).some(
            ([start, end]) => share >= start - slack && share <= end + slack,
          );
          if (meters === 0) expect(isIn).toBe(true);
          const isDeepIn = spansInside(prepared, from, to).some(
            ([start, end]) => share > start + slack && share < end - slack,
          );
          if (isDeepIn) expect(meters).toBeLessThan(1);
        }
      }),
    );
  });
});
