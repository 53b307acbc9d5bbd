import { describe, expect, it } from 'vitest';
import { compassPoint } from '@/app/compass';

describe('the points of the compass', () => {
  it.each([
    [0, 'n'],
    [22, 'n'],
    [23, 'ne'],
    [90, 'e'],
    [225, 'sw'],
    [337, 'nw'],
    [338, 'n'],
    [359.9, 'n'],
  ] as const)('call %d degrees %s', (heading, point) => {
    expect(compassPoint(heading)).toBe(point);
  });
});
