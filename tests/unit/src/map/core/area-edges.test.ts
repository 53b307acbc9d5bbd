import { expect, it } from 'vitest';
import { areaOf } from '@/map/core/area-edges';

it.each([
  ['a box of the map', [-47.000001, -24, -46, -23], [-47, -24, -46, -23]],
  ['one over the date line', [179, -20, 181, -12], [179, -20, 181, -12]],
  ['one in the next copy of the world', [-190, 0, -170, 1], [170, 0, 190, 1]],
  [
    'one that is higher and wider than the world',
    [-300, -89, 200, 89],
    [60, -85.05112, 420, 85.05112],
  ],
  ['a line', [1, 2, 1, 3], null],
] as const)('an area is made of %s', (_name, [west, south, east, north], area) => {
  expect(areaOf({ west, south, east, north })).toEqual(area);
});
