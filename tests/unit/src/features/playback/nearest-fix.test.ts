import { describe, expect, it } from 'vitest';
import { findNearestFix } from '@/features/playback/nearest-fix';
import { columnsOf } from './tracks';

/** There and back along one street: every place is passed twice but the far end. */
const street = columnsOf(
  [0, 1, 2, 3, 4, 3, 2, 1, 0].map((step, index) => ({
    at: index * 1000,
    latitude: -23 + step * 0.01,
    longitude: -46,
  })),
);

describe('the fix nearest to a place', () => {
  it('is the pass next in time where the vehicle came by several times', () => {
    const place = { latitude: -22.9801, longitude: -46.0001 };
    expect(findNearestFix(street, place, 0)).toBe(2);
    expect(findNearestFix(street, place, 8000)).toBe(6);
    expect(findNearestFix(street, place, 5000)).toBe(6);
  });

  it('is the one place where it came by once', () => {
    expect(findNearestFix(street, { latitude: -22.9, longitude: -46 }, 8000)).toBe(4);
  });

  it('is none without fixes', () => {
    expect(findNearestFix(columnsOf([]), { latitude: 0, longitude: 0 }, 0)).toBe(-1);
  });
});
