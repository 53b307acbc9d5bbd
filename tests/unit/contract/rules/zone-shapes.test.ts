import { describe, expect, it } from 'vitest';
import { boundsOfShape, metersOutside, prepareShape } from '@contract/rules/zone-geometry';
import { shapeFault } from '@contract/rules/zone-shapes';
import type { Place } from '@contract/rules/longitudes';
import { CORNERS_AT_MOST, type ZoneShape } from '@contract/zones';

const places = (...pairs: [number, number][]): Place[] =>
  pairs.map(([latitude, longitude]) => ({ latitude, longitude }));
const polygon = (...pairs: [number, number][]): ZoneShape => ({
  kind: 'polygon',
  corners: places(...pairs),
});

/** A round outline with so many corners. */
function outline(count: number, wave = 0.1): ZoneShape {
  const corners = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const radius = 1 + wave * Math.sin(angle * 40);
    return { latitude: radius * Math.sin(angle), longitude: radius * Math.cos(angle) };
  });
  return { kind: 'polygon', corners };
}

describe('a form that can’t be kept', () => {
  it.each<[string, ZoneShape, string | null]>([
    ['a triangle is fine', polygon([0, 0], [0, 1], [1, 0]), null],
    ['two corners', polygon([0, 0], [0, 1]), 'too-few-corners'],
    ['two corners, one of them twice', polygon([0, 0], [0, 1], [0, 0]), 'too-few-corners'],
    ['three corners on a line', polygon([0, 0], [1, 1], [2, 2]), 'no-area'],
    ['a bow tie', polygon([0, 0], [1, 1], [0, 1], [1, 0]), 'self-crossing'],
    ['an edge back over another', polygon([0, 0], [0, 2], [0, 1], [1, 1]), 'self-crossing'],
    ['over the date line', polygon([0, 179], [0, -179], [1, -179], [1, 179]), null],
    ['a bow tie over it', polygon([0, 179], [1, -179], [0, -179], [1, 179]), 'self-crossing'],
    ['half the earth', polygon([0, -100], [0, 0], [0, 100], [50, 0]), 'too-wide'],
    [
      'a path of one point',
      { kind: 'corridor', path: places([0, 0]), width: 50 },
      'too-few-points',
    ],
    ['a path', { kind: 'corridor', path: places([0, 0], [0, 1]), width: 50 }, null],
  ])('is told: %s', (_, shape, fault) => {
    expect(shapeFault(shape)).toBe(fault);
  });

  it('is found among ten thousand corners, which take no time to speak of', () => {
    const many = outline(CORNERS_AT_MOST);
    expect(shapeFault(many)).toBeNull();
    if (many.kind !== 'polygon') throw new Error('It is a polygon.');
    const crossed = many.corners.with(100, { latitude: -5, longitude: -5 });
    expect(shapeFault({ kind: 'polygon', corners: crossed })).toBe('self-crossing');
    const prepared = prepareShape(many);
    expect(metersOutside(prepared, { latitude: 0, longitude: 0 })).toBe(0);
    expect(metersOutside(prepared, { latitude: 0, longitude: 2 })).toBeGreaterThan(90_000);
  });
});

describe('the part of the map that a zone takes up', () => {
  it('is the short way round over the date line', () => {
    const { west, east } = boundsOfShape(polygon([0, 179], [0, -179], [1, -179], [1, 179]));
    expect([west, east]).toEqual([179, 181]);
  });
});
