import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Trails } from '@core/tracking/trails';

const HOUR = 60 * 60_000;

describe('a trail', () => {
  it('holds the newest positions by time, each time once, within its limits', () => {
    const limits = { points: 20, age: 10_000 };
    const times = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 120 });
    fc.assert(
      fc.property(times, (list) => {
        const trails = new Trails(limits);
        let expected: number[] = [];
        for (const at of list) {
          trails.add('one', at, at / 1000, -at / 1000);
          if (expected.includes(at)) continue;
          expected = [...expected, at].sort((a, b) => a - b);
          const newest = expected.at(-1) ?? 0;
          expected = expected.filter((other) => other >= newest - limits.age).slice(-20);
        }
        const { points } = trails.read('one');
        expect(points.map(({ at }) => at)).toEqual(expected);
        for (const { at, latitude, longitude } of points) {
          expect([latitude, longitude]).toEqual([at / 1000, -at / 1000]);
        }
      }),
    );
  });

  it('keeps vehicles apart and forgets one alone', () => {
    const trails = new Trails({ points: 100, age: HOUR });
    trails.add('one', 1, 10, 20);
    trails.add('two', 2, 30, 40);
    trails.remove('one');
    expect(trails.read('one')).toEqual({ vehicleId: 'one', points: [] });
    expect(trails.read('two').points).toEqual([{ at: 2, latitude: 30, longitude: 40 }]);
  });
});
